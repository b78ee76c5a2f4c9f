import type { LegalDocument, LegalVersion } from './legal.ts'
import { cancellationDays } from './policy/start-request.ts'
import {
  accountingYears,
  dailyViewYears,
  failedLoginDays,
  orderPageDays,
  sessionCookieDays,
} from '../platform/retention.ts'

/** The terms that the software comes with. */
const defaultTerms = `## Who we are

{shopName} is run by {tradingName} in the United Kingdom ({tradingAddress}). You can reach us at {supportEmail}.

By placing an order you accept these terms. You don’t need an account. You must be at least 18 years old, or have the consent of a parent or guardian.

## What the service does

You upload a file and describe your project. We compute a SHA-256 hash of the file, its fingerprint. {recording} Then we send you a verification link by email. {secondRecord}

The record is evidence that this exact file existed no later than the time it was recorded. It is not evidence of who made the file, and it does not replace formal copyright registration. We give no legal advice and do not promise the outcome of any dispute.

{whatIsPublic} The whole file is not stored on the blockchain. A record on a blockchain cannot be changed or removed, by us or by anyone.

## What stays with you

You must keep the file, unchanged, together with its hash. The evidence that we send you contains the hash and everything that leads from it to the record, so keep the evidence with the file. Without the file, there is nothing to compare the record with, and we cannot restore it for you.

Your work remains yours. You grant us no rights in it beyond what we need to receive it, compute its hash and record it. You confirm that you are entitled to submit it.

## Copyright around the world

Copyright arises when a work is created. Under the Berne Convention it is recognized in 179 countries without any formality. The record we make is evidence that you can use alongside that protection; it does not create, extend or register the right itself.

## Price and payment

The service costs {price} (US dollars), paid once for each file. The price shown when you place an order applies to that order, even if it changes later.

You pay by card through our payment provider, which processes your card details; we never see or store them.

## Cancellation and refund

{refundRule} To cancel, write to {supportEmail}.

{laterStart} You choose at checkout, and can still ask later on your order page.

This does not limit the rights that consumers have by law if a service is not provided or not as described.

## File limits

A file may be up to 50 MB, and any type is fine. You can put several files into one archive, which is then the work that is recorded. {fileRetention}

## Prohibited content

You may not submit adult material, or anything that is illegal under UK law. You may not submit anything that infringes the rights of others or is made to damage computers.

We may refuse or stop an order that breaks this rule, and we must report some material to the authorities.

## Termination

We may refuse or end the service for anyone who breaks these terms or misuses the service. Records remain on the blockchain even if the service or this business ends: they can be checked without us.

## Our responsibility

We provide the service with reasonable care and skill. We are not responsible for the blockchain network itself, for losses we could not foresee, or for how a court or another party judges the evidence. Nothing in these terms limits liability that cannot be limited by law.

## Changes

We may change these terms. A new version is published on this page and applies to orders placed from then on. Orders placed before keep the terms they were placed under, and their emails and order pages link to them. If we ever have to change anything about an order that you have placed, we tell you by email one month before.

## Law

These terms are governed by UK law, and the courts of the United Kingdom decide disputes. If you are a consumer elsewhere, you keep the protection that the mandatory law of your country gives you.

## Support

Write to {supportEmail}. {replyTime}`

/** Describes what the software stores, why and for how long. Keep it in step with the code. */
const defaultPrivacy = `## Who is responsible

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

/** The legal texts that the software comes with. Change a date with its text. */
export const defaultLegal: Record<LegalDocument, LegalVersion> = {
  // The date is fixed by the specification.
  terms: { text: defaultTerms, lastUpdated: 'April 28, 2025' },
  privacy: { text: defaultPrivacy, lastUpdated: 'November 23, 2026' },
}
