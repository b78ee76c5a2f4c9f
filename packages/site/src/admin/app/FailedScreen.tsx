/** Shown if a screen's code could not be loaded or threw an error. */
export function FailedScreen() {
  return (
    <main className="admin-message">
      <h1>This screen could not be loaded</h1>
      <p>Check your connection, then reload the page. Nothing you saved is lost.</p>
      <p>
        <button type="button" onClick={() => window.location.reload()}>
          Reload
        </button>
      </p>
    </main>
  )
}
