/** Shown if a screen's code could not be loaded or threw an error. */
export function FailedScreen() {
  return (
    <main className="admin-message">
      <h1>This screen could not be shown</h1>
      <p>Check your connection, then load the page again. Nothing you saved is lost.</p>
      <p>
        <button type="button" onClick={() => window.location.reload()}>
          Reload
        </button>
      </p>
    </main>
  )
}
