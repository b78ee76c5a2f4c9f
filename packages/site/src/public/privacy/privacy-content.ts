import { cancellationDays } from '@priormark/core/payments/start-request'
import { accountingYears, failedLoginDays, sessionCookieDays } from '@priormark/core/retention'

export const lastUpdated = 'November 21, 2026'

/** What the page names that is the shop's own. */
interface PrivacyFacts {
  name: string
  tradingName: string
  tradingAddress: string
  supportEmail: string
  /** How long a customer's file is stored after the order is complete. */
  fileRetentionDays: number
  /** How long the file of a visitor who does not pay is stored after the last activity. */
  unpaidFileHours: number
  /** Where visits are counted; null where they are not. */
  counterHost: string | null
}

interface PrivacySection {
  title: string
  paragraphs: string[]
  items: string[]
}

/** What is kept of visitors and customers, why, and for how long: as the software does it. */
export function privacySections(shop: PrivacyFacts): PrivacySection[] {
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
        'We need this to do what you pay for (a contract with you), and afterwards to keep accounts as the law demands.',
      ],
      items: [
        `Your file: until ${shop.fileRetentionDays} days after your order is complete, or after a refund. If you do not pay, we remove it ${shop.unpaidFileHours} hours after you last used your order, and until then we keep the network it came from (not your full IP address), to share our storage fairly. It leaves our server for nobody, and only an administrator of this shop can fetch it; every time is written down.`,
        'Your name, your e-mail address, the name and description of your project, the file’s name, size and fingerprint: for as long as your order has its page, so that you can prove later what you recorded; also where you did not pay. We erase it when you ask.',
        `What was paid, when, and the payment’s number at our payment provider: ${accountingYears} years, for the tax office, also when you have the rest erased.`,
        `Your request to begin within the ${cancellationDays} days in which you may cancel, with its moment, and a history of your order: payments, mails sent, records made, and notes of ours.`,
        'A secret random number that ties your project’s details to what stands on the blockchain. Without it nobody can tell what the record is about.',
      ],
    },
    {
      title: 'What goes on the blockchain',
      paragraphs: [
        'Numbers that are computed from your file’s fingerprint and your details together with the secret number, and then mixed with those of other orders. They say nothing about you or your work to anybody who does not hold your proof. They can never be removed, by us or by anyone. When we erase your data, they lead nowhere.',
        'Who has your file, or its fingerprint, can ask this site whether that fingerprint is recorded and since when. The answer does not say whose it is, and ends when your data is erased.',
      ],
      items: [],
    },
    {
      title: 'What your visit leaves',
      paragraphs: [
        'We need this to run the shop and to keep it safe (our legitimate interest). None of it follows you anywhere.',
      ],
      items: [
        `Two cookies, once you upload a file, for ${sessionCookieDays} days: “__Host-priormark”, random numbers that say which upload and order are yours, and “__Host-priormark.sig”, its signature, so that nobody can make one up. They are needed for the purchase, so they ask for no consent.`,
        'In your browser alone: what you typed into the order form, until you close the tab; pages kept for when you have no network; and your answer about counting visits, where we ask for one.',
        `Your IP address: in counters that keep one visitor from swamping the service, for at most two hours. It is not in our logs, and neither are your name, address or file. A login to the administration that is tried is written down with the address it came from: one that fails for ${failedLoginDays} days, one that succeeds for good.`,
        'A link to an order carries a secret. It is told to no other site, and stands in no log.',
      ],
    },
    {
      title: 'Counting visits',
      paragraphs:
        shop.counterHost === null
          ? ['We count no visits and load nothing for advertising.']
          : [
              `Only if you accept: which pages of this site are seen, that an order was paid and for how much, and the page you came from. It is sent to ${shop.counterHost}, without a cookie and without your name, your e-mail address or the link to your order. Nothing is loaded or sent before you accept, and a browser that asks by Global Privacy Control not to be counted is never asked and never counted.`,
            ],
      items: [],
    },
    {
      title: 'Who else has a part in it',
      paragraphs: [],
      items: [
        'Stripe takes your card and is told the amount and the order’s number. It is a controller of its own for what it must know about payments; we never see the card’s number.',
        'The company that carries our e-mails delivers the two you get about an order, with your name, your project and, in the second, your proof.',
        'The companies whose computers we rent hold the database, the files and the backups on our behalf. A backup keeps what was erased until it is replaced by newer ones.',
        'The verify page computes in your browser and uploads nothing. To look up a block it asks public explorers, and a video in a blog post is fetched from YouTube or Vimeo when you press play: they then see your IP address, as any site that you visit does.',
        'Some of them may process data outside the United Kingdom, under the safeguards that UK law asks for.',
      ],
    },
    {
      title: 'Your rights',
      paragraphs: [
        `You may ask what we hold about you and get it as a file, have it corrected, restricted or erased, object to how we use it, and take it elsewhere. Write to ${shop.supportEmail} from the address that you ordered with; we answer within one month, and it costs nothing. Nothing about you is decided by a machine alone.`,
        'What is erased: your name, e-mail address, project, file and its name, the page of your order, the mails, our notes, and the secret number of your record. What stays: the fact and amount of the payment for the tax office, and the record on the blockchain, which leads nowhere then. If you saved your evidence, it goes on proving your work without us; save it before you ask.',
      ],
      items: [],
    },
    {
      title: 'If you are not content',
      paragraphs: [
        'Tell us first, so that we can put it right. You may complain at any time to the Information Commissioner’s Office: ico.org.uk/make-a-complaint, telephone 0303 123 1113, Wycliffe House, Water Lane, Wilmslow, Cheshire SK9 5AF.',
      ],
      items: [],
    },
  ]
}
