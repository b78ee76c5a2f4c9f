/** Says what a proof means and what it does not, beside the chosen files. */
export function VerifyNotes() {
  return (
    <section aria-labelledby="verify-notes" className="verify-notes">
      <h2 id="verify-notes">What a proof says</h2>
      <p>
        That this file, byte for byte, existed no later than a block of a chain. Together with its record: a
        name, a title, a description.
      </p>
      <h2>What it does not say</h2>
      <p>Who made the work, or that nobody had it before.</p>
      <h2>Without us</h2>
      <p>
        Every evidence ZIP holds verify.html: this page as one file that works from disk, offline, whether or
        not we are still around.
      </p>
    </section>
  )
}
