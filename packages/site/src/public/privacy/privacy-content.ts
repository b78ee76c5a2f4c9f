import { cancellationDays } from '@priormark/core/payments/start-request'
import { privateText, publicText } from '@priormark/core/policy/publicity-texts'
import { fileRetentionText } from '@priormark/core/policy/rule-texts'
import type { ServicePolicy } from '@priormark/core/policy/service-policy'
import { accountingYears, failedLoginDays, orderPageDays, sessionCookieDays } from '@priormark/core/retention'

export const lastUpdated = 'November 23, 2026'

/** The shop's data in the text. */
interface PrivacyFacts {
  name: string
  tradingName: string
  tradingAddress: string
  supportEmail: string
  /** The host that counts visits; null if visits are not counted. */
  counterHost: string | null
}

interface PrivacySection {
  title: string
  paragraphs: string[]
  items: string[]
}

/** Describes what the software stores, why and for how long. Keep it in step with the code. */
export function privacySections(shop: PrivacyFacts, policy: ServicePolicy): PrivacySection[] {
  return [
    {
      title: 'Who is responsible',
      paragraphs: [
        `${shop.name} is run by ${shop.tradingName}, a sole trader in the United Kingdom (${shop.tradingAddress}), who is the controller of your data under the UK GDPR. Write to ${shop.supportEmail} about anything on this page.`,
      ],
      items: [],
    },
    {
      title: 'What we keep when you order, and for how long',
      paragraphs: [
        'We need this to deliver what you pay for (our contract with you), and afterward to keep the accounts that the law requires.',
      ],
      items: [
        `Your file. ${fileRetentionText(policy)} If you do not pay, we delete it ${policy.unpaidFileHours} hours after you last used your order, and until then we keep the network it came from (not your full IP address), to share our storage fairly. Only an administrator of this shop can download it, and every download is logged.`,
        'Your name, your email address, your browser’s time zone, the name and description of your project, and the file’s name, size and fingerprint: for as long as your order page exists, so that you can later prove what was recorded. This includes orders that you did not pay for. We erase it when you ask.',
        `What you paid, when, and the payment’s number at our payment provider: ${accountingYears} years, for the tax office, even if you have the rest erased.`,
        `Your request to start within the ${cancellationDays}-day cancellation period and when you made it, and a history of your order: payments, emails, blockchain transactions and our notes.`,
        'A secret random number. Without it, the code on the blockchain can’t be linked to anything.',
      ],
    },
    {
      title: 'What goes on the blockchain',
      paragraphs: [
        `${publicText} ${privateText} The code can never be removed, by us or by anyone. Once we erase your data, it no longer leads anywhere.`,
        'Anyone who has your file or its fingerprint can ask this site whether that fingerprint is recorded and since when. The reply does not say whose it is, and we stop giving it once your data is erased.',
      ],
      items: [],
    },
    {
      title: 'What we store when you visit',
      paragraphs: [
        'We need this to run the shop and keep it safe (our legitimate interest). None of it tracks you elsewhere.',
      ],
      items: [
        `Two cookies, once you upload a file, for ${sessionCookieDays} days: “__Host-priormark”, random numbers that identify your upload and order, and “__Host-priormark.sig”, its signature, which prevents forgery. They are needed for the purchase, so they do not require consent.`,
        'In your browser only: what you typed into the order form, until you close the tab; pages saved for offline use; and your choice about visit counting, if we ask for one.',
        `Also in your browser only: the pages of your orders that you have opened, for ${orderPageDays} days, so that you can read them offline. When you open one after its order was erased, the copy is deleted. You can delete all of them at any time by clearing this site’s data.`,
        `Your IP address: in counters that keep one visitor from overloading the service, for at most two hours. It is not in our logs, and neither are your name, address or file. Attempts to log in to the admin area are stored with the address they came from: failed ones for ${failedLoginDays} days, successful ones permanently.`,
        'If you ask for the links to your orders: a code computed from your email address, for a day, to limit how many emails it gets.',
        'The link to an order contains a secret. It is not sent to any other site and does not appear in any log.',
      ],
    },
    {
      title: 'Counting visits',
      paragraphs:
        shop.counterHost === null
          ? ['We do not count visits, and we load nothing for advertising.']
          : [
              `Only if you accept: which pages of this site are viewed, that an order was paid and for how much, and the site you came from. This is sent to ${shop.counterHost}, without a cookie and without your name, your email address or the link to your order. Nothing is loaded or sent before you accept. If your browser sends the Global Privacy Control signal, we never ask and never count your visits.`,
            ],
      items: [],
    },
    {
      title: 'Who else is involved',
      paragraphs: [],
      items: [
        'Stripe processes your card payment and receives the amount and the order number. It is a separate controller for what it must know about payments; we never see your card number.',
        'Our email provider delivers the emails you get about an order, with your name, your project and, once it is recorded, your evidence.',
        'Our hosting providers store the database, the files and the backups on our behalf. A backup keeps erased data until newer backups replace it.',
        'The verify page works in your browser and uploads nothing. If you look up a block on a public explorer, or play a video from YouTube or Vimeo in a blog post, they see your IP address, as any site that you visit does.',
        'Some of them may process data outside the United Kingdom, under the safeguards that UK law requires.',
      ],
    },
    {
      title: 'Your rights',
      paragraphs: [
        `You may ask what we hold about you and get it as a file, have it corrected, restricted or erased, object to how we use it, and take it elsewhere. Write to ${shop.supportEmail} from the address that you ordered with. We reply within one month, free of charge. We make no decisions about you by automated means alone.`,
        'What we erase: your name, email address, project, file and its name, your order page, the emails, our notes, and the secret number of your record. What stays: the fact and amount of the payment for the tax office, and the record on the blockchain, which no longer leads anywhere. If you save your evidence before you ask, it keeps proving your work without us.',
      ],
      items: [],
    },
    {
      title: 'How to complain',
      paragraphs: [
        'Please tell us first, so that we can fix it. You may complain at any time to the Information Commissioner’s Office: ico.org.uk/make-a-complaint, phone 0303 123 1113, Wycliffe House, Water Lane, Wilmslow, Cheshire SK9 5AF.',
      ],
      items: [],
    },
  ]
}
