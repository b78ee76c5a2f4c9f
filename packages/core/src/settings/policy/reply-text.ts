import type { Shop } from '../shop.ts'

/** Says how soon support replies. */
export function replyText({ replyHours }: Pick<Shop, 'replyHours'>): string {
  return `We reply within ${replyHours === 1 ? '1 hour' : `${replyHours} hours`} on working days.`
}
