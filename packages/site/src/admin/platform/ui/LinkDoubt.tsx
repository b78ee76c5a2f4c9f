import { lacksTransactionNumber } from '@priormark/core/proofs/anchors/blockchain-link'

/** Warns of a link that probably does not show a transaction; nothing for any other. */
export function LinkDoubt({ link }: { link: string }) {
  if (!lacksTransactionNumber(link)) return null
  return (
    <p role="alert">
      This link doesn’t contain a transaction number. Open it and check that it shows the record: customers
      can’t find it on the explorer’s front page.
    </p>
  )
}
