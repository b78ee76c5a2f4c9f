import { useState, type SubmitEvent } from 'react'
import type { AppState } from '../shared/bridge.ts'

/** The first screen: connects to a new server or a saved one. */
export function ConnectScreen({ appState }: { appState: AppState }) {
  const [address, setAddress] = useState('')
  const [servers, setServers] = useState(appState.servers)
  const [problem, setProblem] = useState<string | null>(null)
  const [isConnecting, setIsConnecting] = useState(false)

  async function connect(serverAddress: string) {
    setIsConnecting(true)
    setProblem(null)
    try {
      const result = await window.priormark.connect(serverAddress)
      if (result.outcome === 'connected') location.replace('/admin')
      else setProblem(result.message)
    } catch {
      setProblem('Something went wrong. Try again.')
    } finally {
      setIsConnecting(false)
    }
  }

  async function removeServer(url: string) {
    await window.priormark.removeServer(url)
    setServers((current) => current.filter((server) => server.url !== url))
  }

  function submit(submission: SubmitEvent) {
    submission.preventDefault()
    if (!isConnecting) void connect(address)
  }

  return (
    <main className="connect">
      <h1>
        <svg viewBox="0 0 24 24" width="36" height="36" fill="none" aria-hidden>
          <g stroke="currentColor" strokeWidth="1.5">
            <circle cx="12" cy="12" r="8" />
            <path d="M12 0v24M0 12h24" />
          </g>
          <path d="M12 12V4a8 8 0 0 1 8 8Z" fill="currentColor" />
        </svg>
        Priormark
      </h1>
      <form onSubmit={submit} noValidate>
        <h2>Connect to your shop</h2>
        <label htmlFor="address">Shop address</label>
        <input
          id="address"
          value={address}
          onChange={({ target }) => setAddress(target.value)}
          placeholder="https://shop.example"
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={problem !== null}
          aria-describedby="problem"
        />
        <p id="problem" className="problem" role="alert">
          {problem}
        </p>
        <button type="submit" disabled={isConnecting}>
          {isConnecting ? 'Connecting…' : 'Connect'}
        </button>
      </form>
      {servers.length > 0 && (
        <section aria-labelledby="saved-shops">
          <h2 id="saved-shops">Saved shops</h2>
          <ul>
            {servers.map(({ url, name, username }) => (
              <li key={url}>
                <button type="button" onClick={() => void connect(url)} disabled={isConnecting}>
                  <strong>{name}</strong>
                  <span>{username === null ? url : `${url}, ${username}`}</span>
                </button>
                <button type="button" aria-label={`Remove ${url}`} onClick={() => void removeServer(url)}>
                  Remove
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {!appState.remembersLogin && (
        <p className="note">
          This system has no keyring, so you stay logged in only until you quit Priormark. To stay logged in,
          install and unlock a keyring (GNOME Keyring or KWallet).
        </p>
      )}
      <p className="note">Version {appState.version}</p>
    </main>
  )
}
