import { cancellationDays } from './policy/start-request.ts'
import {
  accountingYears,
  dailyViewYears,
  failedLoginDays,
  orderPageDays,
  sessionCookieDays,
} from '../platform/retention.ts'

/** Describes what the software stores, why and for how long. Keep it in step with the code. */
export const defaultPrivacy = `## Who is responsible

{shopName} is run by {tradingName} in the United Kingdom ({tradingAddress}), who is the controller of your data under the UK GDPR. Write to {supportEmail} about anything on this page.

## What we keep when you order, and for how long

We need this to deliver what you pay for (our contract with you), and afterward to keep the accounts that the law requires.

- Your file. {fileRetention} If you do not pay, we delete it {unpaidFileHours} hours after you last used your order, and until then we keep the network it came from (not your full IP address), to share our storage fairly. Only an administrator of this shop can download it, and every download is logged.
- Your name, your email address, your browser’s time zone, the name and description of your project, and the file’s name, size and fingerprint: for as long as your order page exists, so that you can later prove what was recorded. This includes orders that you did not pay for. We erase it when you ask.
- What you paid, when, and the payment’s number at our payment provider: ${accountingYears} years, for the tax office, even if you have the rest erased.
- The terms that you accepted, your request to start within the ${cancellationDays}-day cancellation period and when you made it, and a history of your order: payments, emails, blockchain transactions and our notes.
- A secret random number. Without it, the code on the blockchain can’t be linked to anything.

## What goes on the blockchain

{whatIsPublic} The code can never be removed, by us or by anyone. Once we erase your data, it no longer leads anywhere.

Anyone who has your file or its fingerprint can ask this site whether that fingerprint is recorded and since when. The reply does not say whose it is, and we stop giving it once your data is erased.

## What we store when you visit

We need this to run the shop and keep it safe (our legitimate interest). None of it tracks you elsewhere.

- Two cookies, once you upload a file, for ${sessionCookieDays} days: “__Host-priormark”, random numbers that identify your upload and order, and “__Host-priormark.sig”, its signature, which prevents forgery. They are needed for the purchase, so they do not require consent.
- In your browser only: what you typed into the order form, until you close the tab; pages saved for offline use; and your choice about visit counting, if we ask for one.
- Also in your browser only: the pages of your orders that you have opened, for ${orderPageDays} days, so that you can read them offline. When you open one after its order was erased, the copy is deleted. You can delete all of them at any time by clearing this site’s data.
- Your IP address: in counters that keep one visitor from overloading the service, for at most two hours. It is not in our logs, and neither are your name, address or file. Attempts to log in to the admin area are stored with the address they came from: failed ones for ${failedLoginDays} days, successful ones permanently.
- If someone asks for a new password for the admin area: the network address that asked, for ${failedLoginDays} days, and a code computed from the email address, for a day, to limit how many emails it gets. An email address that has no account is not stored.
- If you ask for the links to your orders: a code computed from your email address, for a day, to limit how many emails it gets.
- The link to an order contains a secret. It is not sent to any other site and does not appear in any log.

## Counting visits

We count how many times each blog post is opened per day. The count is only a number: nothing about you or your device is stored with it, it sets no cookie, and a browser that sends the Global Privacy Control signal is not counted. After ${dailyViewYears} years, only the number per month stays.

{visitCounting}

## Who else is involved

- Stripe processes your card payment and receives the amount and the order number. It is a separate controller for what it must know about payments; we never see your card number.
- Our email provider delivers the emails you get about an order, with your name, your project and, once it is recorded, your evidence.
- Our hosting providers store the database, the files and the backups on our behalf. A backup keeps erased data until newer backups replace it.
- The verify page works in your browser and uploads nothing. If you look up a block on a public explorer, or play a video from YouTube or Vimeo in a blog post, they see your IP address, as any site that you visit does.
- Some of them may process data outside the United Kingdom, under the safeguards that UK law requires.

## Your rights

You may ask what we hold about you and get it as a file, have it corrected, restricted or erased, object to how we use it, and take it elsewhere. Write to {supportEmail} from the address that you ordered with. We reply within one month, free of charge. We make no decisions about you by automated means alone.

What we erase: your name, email address, project, file and its name, your order page, the emails, our notes, and the secret number of your record. What stays: the fact and amount of the payment for the tax office, and the record on the blockchain, which no longer leads anywhere. If you save your evidence before you ask, it keeps proving your work without us.

## How to complain

Please tell us first, so that we can fix it. You may complain at any time to the Information Commissioner’s Office: ico.org.uk/make-a-complaint, phone 0303 123 1113, Wycliffe House, Water Lane, Wilmslow, Cheshire SK9 5AF.`
