import { createHmac } from 'node:crypto'
import type { Delivery, StateStore } from './stripe-state.ts'
import { newId, nowSeconds } from './stripe-state.ts'

/** The API version of events and responses; the SDK's own. */
export const apiVersion = '2026-10-28.endive'

interface WebhookOptions {
  /** The delay before the first attempt: events come after the API's response, and not always in order. */
  delayMs: number
  /** The delays between attempts; the last one is repeated until the event is acknowledged. */
  retryMs: readonly number[]
  /** How long an attempt waits for the response. */
  responseMs: number
}

/** Sends signed events until the webhook acknowledges them: asynchronously, at least once, in no guaranteed order. */
export class WebhookSender {
  readonly #store: StateStore
  readonly #options: WebhookOptions
  readonly #timers = new Set<NodeJS.Timeout>()
  #address: string | null = null
  #isHeld = false
  #isClosed = false

  constructor(store: StateStore, options: WebhookOptions) {
    this.#store = store
    this.#options = options
  }

  /** Sets where events are sent, and sends those that an earlier process left unacknowledged. */
  setAddress(url: string): void {
    this.#address = url
    this.#scheduleOwed()
  }

  /** Holds back events, as a failing network does; releasing them sends all that are due. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld
    if (!isHeld) this.#scheduleOwed()
  }

  /** Creates an event with an object's current state. */
  emit(type: string, object: object, idempotencyKey: string | null = null): void {
    const delivery: Delivery = {
      event: {
        id: newId('evt'),
        object: 'event',
        api_version: apiVersion,
        created: nowSeconds(),
        data: { object: structuredClone(object) },
        livemode: false,
        pending_webhooks: 1,
        request: { id: newId('req'), idempotency_key: idempotencyKey },
        type,
      },
      attempts: 0,
      acknowledged: false,
    }
    this.#store.state.deliveries.push(delivery)
    this.#schedule(delivery, this.#options.delayMs * (0.5 + Math.random()))
  }

  /** Sends one event now, even if it was acknowledged. Returns the status; 0 without a response. */
  async deliver(delivery: Delivery): Promise<number> {
    const status = await this.#post(delivery)
    delivery.attempts++
    if (status >= 200 && status < 300) delivery.acknowledged = true
    if (!this.#isClosed) this.#store.save()
    return status
  }

  /** Returns the value of the Stripe-Signature header for a body. */
  sign(body: string, atSeconds = nowSeconds()): string {
    const mac = createHmac('sha256', this.#store.state.keys.webhookSecret).update(`${atSeconds}.${body}`)
    return `t=${atSeconds},v1=${mac.digest('hex')}`
  }

  close(): void {
    this.#isClosed = true
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }

  #scheduleOwed(): void {
    for (const delivery of this.#store.state.deliveries) {
      if (!delivery.acknowledged) this.#schedule(delivery, 0)
    }
  }

  #schedule(delivery: Delivery, delayMs: number): void {
    if (this.#isHeld || this.#isClosed || this.#address === null) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      void this.#attempt(delivery)
    }, delayMs).unref()
    this.#timers.add(timer)
  }

  async #attempt(delivery: Delivery): Promise<void> {
    if (this.#isHeld || this.#isClosed || delivery.acknowledged) return
    await this.deliver(delivery)
    if (delivery.acknowledged) return
    const { retryMs } = this.#options
    this.#schedule(delivery, retryMs[Math.min(delivery.attempts, retryMs.length) - 1] ?? 1_000)
  }

  async #post(delivery: Delivery): Promise<number> {
    if (this.#address === null) return 0
    // Indented like Stripe's, to reveal handlers that verify the signature of anything but the original bytes.
    const body = JSON.stringify(delivery.event, null, 2)
    try {
      const response = await fetch(this.#address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': this.sign(body),
          'user-agent': 'Stripe/1.0 (embedded)',
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(this.#options.responseMs),
      })
      await response.body?.cancel()
      return response.status
    } catch {
      return 0
    }
  }
}
