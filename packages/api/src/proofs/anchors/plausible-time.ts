/** How far this server's clock may be off. */
const clockSeconds = 15 * 60
/** No chain accepts blocks whose time is further in the future: Bitcoin allows two hours, Arbitrum one. */
const aheadSeconds = 2 * 60 * 60

/**
 * Whether a block can be the one that contains a root: not made before the root was, and not in the future.
 * @param timeSeconds the block's own timestamp
 * @param marginSeconds how long before its true time the chain's rules let a block be stamped
 */
export function isPlausibleTime(
  timeSeconds: number,
  { sealedAt, marginSeconds, now }: { sealedAt: Date; marginSeconds: number; now: Date },
): boolean {
  const earliest = sealedAt.getTime() / 1000 - marginSeconds - clockSeconds
  const latest = now.getTime() / 1000 + aheadSeconds + clockSeconds
  return timeSeconds >= earliest && timeSeconds <= latest
}
