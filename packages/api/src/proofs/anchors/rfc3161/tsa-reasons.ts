/** Why a time-stamp is missing, for the shop's owner. The sentences do not change between tries. */

/** An authority does not sign, or signs what does not hold. */
export function notSigned(host: string, problem: string): string {
  return (
    `The time-stamping authority ${host} ${problem}. It is asked again automatically, and then the next one of TSA_URLS. ` +
    'If this lasts longer than a day, check its address and its contract, or set another one in TSA_URLS.'
  )
}

/** The requests of the day are used up. */
export function limitReached(tokensPerDay: number): string {
  return (
    `The ${tokensPerDay} time-stamps of today were requested (TSA_TOKENS_PER_DAY). This batch waits until midnight UTC. ` +
    'If this happens often, raise the limit, or seal fewer batches: raise BATCH_SECONDS.'
  )
}
