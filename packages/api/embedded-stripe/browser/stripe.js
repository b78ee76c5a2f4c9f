// A local substitute for https://js.stripe.com, which defines window.Stripe: everything that @stripe/stripe-js and
// @stripe/react-stripe-js need for <Elements>, <PaymentElement> and confirmPayment(). The card form runs in a frame.
;(() => {
  const script = document.currentScript
  const base = new URL('.', script instanceof HTMLScriptElement ? script.src : location.href)
  const frameTitle = 'Secure payment input frame'
  /** The initial size of the form in a wide and in a narrow place, in pixels, until it reports its own. */
  const frameHeight = { wide: 275, narrow: 294 }
  const narrowBelow = 440
  /** A promise that never resolves, while the browser leaves the page. */
  const never = new Promise(() => {})

  /** @param {string} message */
  function integrationError(message) {
    return Object.assign(new Error(message), { name: 'IntegrationError' })
  }

  /** @param {unknown} secret */
  function paymentIdOf(secret) {
    const match = /^(pi_\w+?)_secret_/.exec(String(secret))
    if (!match) throw integrationError(`Invalid value for clientSecret: ${String(secret)}`)
    return match[1]
  }

  class Emitter {
    /** @type {Map<string, Set<(detail: unknown) => void>>} */
    #listeners = new Map()

    on(name, listener) {
      if (!this.#listeners.has(name)) this.#listeners.set(name, new Set())
      this.#listeners.get(name).add(listener)
      return this
    }

    once(name, listener) {
      const first = (detail) => {
        this.off(name, first)
        listener(detail)
      }
      return this.on(name, first)
    }

    off(name, listener) {
      if (listener) this.#listeners.get(name)?.delete(listener)
      else this.#listeners.delete(name)
      return this
    }

    emit(name, detail) {
      for (const listener of this.#listeners.get(name) ?? []) listener(detail)
    }
  }

  /** The card form: a frame, as with the real one, so that the page's styles and scripts cannot affect it. */
  class PaymentElement extends Emitter {
    #frame = null
    #isDestroyed = false
    #lastCall = 0
    /** @type {Map<number, (answer: object) => void>} */
    #waiting = new Map()
    #onDestroy

    constructor(onDestroy) {
      super()
      this.#onDestroy = onDestroy
    }

    get isMounted() {
      return this.#frame !== null
    }

    mount(target) {
      if (this.#isDestroyed) throw integrationError('This Element has already been destroyed.')
      const host = typeof target === 'string' ? document.querySelector(target) : target
      if (!host) throw integrationError('The selector applies to no DOM elements that are on the page.')
      if (this.#frame?.parentNode === host) return
      this.unmount()
      const firstHeight = host.clientWidth < narrowBelow ? frameHeight.narrow : frameHeight.wide
      const frame = document.createElement('iframe')
      frame.title = frameTitle
      frame.name = `__privateStripeFrame${Math.floor(Math.random() * 1e9)}`
      // A little larger than its place, so that outlines are visible and the fields still align with the page.
      frame.style.cssText = `display:block;width:calc(100% + 6px);height:${firstHeight}px;margin:-3px;border:0`
      frame.src = new URL('card-form.html', base).href
      this.#frame = frame
      window.addEventListener('message', this.#receive)
      this.emit('loaderstart', { elementType: 'payment' })
      host.replaceChildren(frame)
    }

    #receive = (event) => {
      if (event.source !== this.#frame?.contentWindow || event.origin !== base.origin) return
      const { type, call, ...detail } = event.data
      if (type === 'answer') {
        this.#waiting.get(call)?.(detail.answer)
        this.#waiting.delete(call)
      } else if (type === 'resize') {
        this.#frame.style.height = `${detail.height}px`
      } else {
        this.emit(type, { elementType: 'payment', ...detail })
      }
    }

    /** Asks the frame to perform a task. Returns its reply. */
    ask(task, detail = {}) {
      return new Promise((resolve) => {
        const call = ++this.#lastCall
        this.#waiting.set(call, resolve)
        this.#frame.contentWindow.postMessage({ task, call, ...detail }, base.origin)
      })
    }

    update() {}

    focus() {
      this.#frame?.focus()
      void this.ask('focus')
    }

    blur() {
      this.#frame?.blur()
    }

    clear() {
      void this.ask('clear')
    }

    collapse() {}

    unmount() {
      window.removeEventListener('message', this.#receive)
      this.#frame?.remove()
      this.#frame = null
    }

    destroy() {
      this.unmount()
      this.#isDestroyed = true
      this.#onDestroy()
    }
  }

  class Elements extends Emitter {
    #payment = null
    #hasSubmitted = false

    constructor(options = {}) {
      super()
      this.options = { ...options }
      if (options.clientSecret) paymentIdOf(options.clientSecret)
    }

    get payment() {
      return this.#payment
    }

    get hasSubmitted() {
      return this.#hasSubmitted
    }

    create(type) {
      if (type !== 'payment') throw integrationError(`The stand-in has no element '${type}'`)
      if (!this.options.clientSecret && !this.options.mode) {
        throw integrationError('A payment element needs a clientSecret or a mode.')
      }
      if (this.#payment) throw integrationError('Can only create one Element of type payment.')
      this.#payment = new PaymentElement(() => {
        this.#payment = null
      })
      return this.#payment
    }

    getElement(type) {
      return type === 'payment' ? this.#payment : null
    }

    update(options) {
      Object.assign(this.options, options)
      this.#hasSubmitted = false
    }

    async fetchUpdates() {
      return {}
    }

    async submit() {
      const error = await this.#payment?.ask('validate')
      this.#hasSubmitted = !error
      return error ? { error } : { selectedPaymentMethod: 'card' }
    }
  }

  /** Navigates to the bank's page. */
  function followAction(intent) {
    location.assign(intent.next_action.redirect_to_url.url)
    return never
  }

  async function confirmPayment(key, { elements, clientSecret, confirmParams = {}, redirect = 'always' }) {
    if (!elements?.payment?.isMounted)
      throw integrationError('elements should have a mounted Payment Element.')
    if (redirect === 'always' && !confirmParams.return_url) {
      throw integrationError(
        'confirmPayment() needs confirmParams.return_url unless redirect is "if_required".',
      )
    }
    if (elements.options.mode && !elements.hasSubmitted) {
      throw integrationError('Call elements.submit() before confirmPayment().')
    }
    const secret = clientSecret ?? elements.options.clientSecret
    const { error, intent } = await elements.payment.ask('confirm', {
      key,
      secret,
      paymentId: paymentIdOf(secret),
      returnUrl: confirmParams.return_url,
    })
    if (error) return { error }
    if (intent.status === 'requires_action') return followAction(intent)
    if (redirect === 'if_required') return { paymentIntent: intent }
    const back = new URL(confirmParams.return_url)
    back.searchParams.set('payment_intent', intent.id)
    back.searchParams.set('payment_intent_client_secret', secret)
    back.searchParams.set('redirect_status', 'succeeded')
    location.assign(back)
    return never
  }

  async function retrievePaymentIntent(key, secret) {
    const api =
      base.origin === 'https://js.stripe.com' ? 'https://api.stripe.com' : base.href.replace(/\/$/, '')
    const query = new URLSearchParams({ key, client_secret: secret })
    const response = await fetch(`${api}/v1/payment_intents/${paymentIdOf(secret)}?${query}`)
    const body = await response.json()
    return body.error ? { error: body.error } : { paymentIntent: body }
  }

  const absent = (name) => async () => {
    throw integrationError(`The stand-in has no stripe.${name}()`)
  }

  function Stripe(key) {
    if (!key.startsWith('pk_test_'))
      throw integrationError('The stand-in accepts only test keys: it must not be used on a live page')
    return {
      _registerWrapper() {},
      registerAppInfo() {},
      elements: (options) => new Elements(options),
      confirmPayment: (input) => confirmPayment(key, input),
      retrievePaymentIntent: (secret) => retrievePaymentIntent(key, secret),
      async handleNextAction({ clientSecret }) {
        const found = await retrievePaymentIntent(key, clientSecret)
        return found.paymentIntent?.status === 'requires_action' ? followAction(found.paymentIntent) : found
      },
      confirmCardPayment: absent('confirmCardPayment'),
      createConfirmationToken: absent('createConfirmationToken'),
      createPaymentMethod: absent('createPaymentMethod'),
      createToken: absent('createToken'),
      paymentRequest: absent('paymentRequest'),
    }
  }
  // The release train of @stripe/stripe-js, which warns if they differ.
  Stripe.version = 'endive'
  window.Stripe = Stripe
})()
