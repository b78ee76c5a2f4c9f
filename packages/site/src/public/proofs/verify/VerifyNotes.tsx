/** Explains what a proof shows and what it does not. */
export function VerifyNotes() {
  return (
    <section aria-labelledby="verify-notes" className="verify-notes">
      <h2 id="verify-notes">What a proof shows</h2>
      <p>
        That this file, byte for byte, existed no later than the time of a block, together with its record: a
        name, a title, a description.
      </p>
      <h2>What it doesn’t show</h2>
      <p>Who made the work, or whether someone else had it first.</p>
      <h2>Without us</h2>
      <p>
        Every evidence ZIP contains verify.html: this page as one file that works offline, even if we’re no
        longer around.
      </p>
    </section>
  )
}
