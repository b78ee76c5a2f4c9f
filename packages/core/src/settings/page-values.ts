import { fallbackPrice } from '../platform/limits.ts'
import { formatDollars } from '../platform/money.ts'
import { chainText, keepText, privateText, publicText } from './policy/publicity-texts.ts'
import { durationText, recordingText, secondRecordText, timeText } from './policy/recording-texts.ts'
import { replyText } from './policy/reply-text.ts'
import { fileRetentionText, laterStartText, receivedTexts, refundText } from './policy/rule-texts.ts'
import type { ServicePolicy } from './policy/service-policy.ts'
import type { Shop } from './shop.ts'
import type { pagePlaceholders } from './placeholders.ts'

/** What the values of the placeholders come from. `price` is null while it is unknown. */
export interface PageFacts {
  shop: Shop
  policy: ServicePolicy
  price: number | null
  /** The host that counts visits; null if they are not counted. */
  counterHost: string | null
}

/** Returns the value of every placeholder. */
export function pageValues({
  shop,
  policy,
  price,
  counterHost,
}: PageFacts): Record<keyof typeof pagePlaceholders, string> {
  return {
    shopName: shop.name,
    tradingName: shop.tradingName,
    tradingAddress: shop.tradingAddress,
    supportEmail: shop.supportEmail,
    price: formatDollars(price ?? fallbackPrice.terms),
    chain: chainText(policy),
    duration: durationText(policy),
    time: timeText(policy),
    recording: recordingText(policy),
    secondRecord: secondRecordText(policy) ?? '',
    received: receivedTexts.join(' '),
    whatIsPublic: `${publicText} ${privateText}`,
    keep: keepText,
    refundRule: refundText,
    laterStart: laterStartText,
    fileRetention: fileRetentionText(policy),
    unpaidFileHours: String(policy.unpaidFileHours),
    replyTime: replyText(shop),
    visitCounting: visitCountingText(counterHost),
  }
}

function visitCountingText(counterHost: string | null): string {
  if (counterHost === null) return 'We do not count any other visits, and we load nothing for advertising.'
  return `Only if you accept, we also count which pages of this site are viewed, that an order was paid and for how much, and the site you came from. This is sent to ${counterHost}, without a cookie and without your name, your email address or the link to your order. Nothing is loaded or sent before you accept. If your browser sends the Global Privacy Control signal, we never ask and never count your visits.`
}
