// The card form in its frame: formats input, reports what is missing, and pays when the page asks for it. The page never
// sees the card number.
import {
  brandOf,
  codeProblem,
  digitsOf,
  expiryProblem,
  formatCode,
  formatExpiry,
  formatNumber,
  numberProblem,
} from './card-format.js'

/** @typedef {import('./card-format.js').Problem} Problem */

/** @param {string} id @returns {HTMLInputElement} */
const input = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id))
const number = input('number')
const expiry = input('expiry')
const code = input('code')
const spoken = document.getElementById('spoken')
const brand = document.getElementById('brand')
const brandNames = { amex: 'Amex', mastercard: 'Mastercard', visa: 'Visa', '': '' }

const fields = [
  { field: number, problem: () => numberProblem(number.value) },
  { field: expiry, problem: () => expiryProblem(expiry.value, new Date()) },
  { field: code, problem: () => codeProblem(code.value, number.value) },
]

const api =
  location.origin === 'https://js.stripe.com' ? 'https://api.stripe.com' : new URL('.', location.href).href

/** Notifies the page. @param {string} type @param {object} detail */
function notifyPage(type, detail = {}) {
  window.parent.postMessage({ type, ...detail }, '*')
}

/** Replaces a field's text and keeps the caret after the same digit. */
function rewrite(field, text) {
  if (field.value === text) return
  const caret = field.selectionStart ?? field.value.length
  const isAtEnd = caret === field.value.length
  const digitsBefore = digitsOf(field.value.slice(0, caret)).length
  field.value = text
  if (document.activeElement !== field) return
  let position = text.length
  if (!isAtEnd) {
    position = 0
    for (let seen = 0; seen < digitsBefore && position < text.length; position++) {
      if (/\d/.test(text.charAt(position))) seen++
    }
  }
  field.setSelectionRange(position, position)
}

/** @param {HTMLInputElement} field @param {Problem | null} problem */
function show(field, problem) {
  const place = document.getElementById(`${field.id}-problem`)
  place.textContent = problem?.message ?? ''
  if (problem) field.setAttribute('aria-invalid', 'true')
  else field.removeAttribute('aria-invalid')
}

function tellChange() {
  const complete = fields.every(({ problem }) => problem() === null)
  const empty = fields.every(({ field }) => field.value === '')
  notifyPage('change', { complete, empty, collapsed: false, value: { type: 'card' } })
}

/** Shows all problems and focuses the first. Returns it as Stripe.js would; null if the card is complete. */
function validate() {
  let first = null
  for (const { field, problem } of fields) {
    const found = problem()
    show(field, found)
    if (found && !first) {
      first = { type: 'validation_error', ...found }
      field.focus()
    }
  }
  spoken.textContent = first?.message ?? ''
  return first
}

const formats = {
  number: () => formatNumber(number.value),
  expiry: (isErasing) => formatExpiry(expiry.value, isErasing),
  code: () => formatCode(code.value, number.value),
}

for (const { field, problem } of fields) {
  field.addEventListener('input', (event) => {
    const isErasing = event instanceof InputEvent && event.inputType.startsWith('delete')
    rewrite(field, formats[field.id](isErasing))
    if (field === number) brand.textContent = brandNames[brandOf(digitsOf(number.value))]
    show(field, null)
    spoken.textContent = ''
    const isTypedThrough = document.activeElement === field && problem() === null && !isErasing
    const isAtEnd = field.selectionStart === field.value.length
    if (isTypedThrough && isAtEnd && event instanceof InputEvent && event.inputType === 'insertText') {
      if (field === number) expiry.focus()
      if (field === expiry) code.focus()
    }
    tellChange()
  })
  field.addEventListener('focus', () => notifyPage('focus'))
  field.addEventListener('blur', ({ relatedTarget }) => {
    // Only when another field gets the focus: a message moves everything below it, and a button that moves between
    // pointer-down and pointer-up does not get a click.
    if (field.value !== '' && relatedTarget instanceof HTMLInputElement) show(field, problem())
    notifyPage('blur')
  })
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') notifyPage('escape')
  })
}

for (const choice of document.querySelectorAll('button[data-number]')) {
  choice.addEventListener('click', () => {
    fill(choice.getAttribute('data-number') ?? '', '1234', '123')
  })
}

function fill(numberText, expiryText, codeText) {
  number.value = formatNumber(numberText)
  expiry.value = formatExpiry(expiryText)
  code.value = formatCode(codeText, numberText)
  brand.textContent = brandNames[brandOf(digitsOf(numberText))]
  for (const { field } of fields) show(field, null)
  spoken.textContent = ''
  tellChange()
}

/** Pays with the entered card. Returns `{ error }` or `{ intent }`. */
async function confirm({ key, secret, paymentId, returnUrl }) {
  const invalid = validate()
  if (invalid) return { error: invalid }
  const date = digitsOf(expiry.value)
  const body = new URLSearchParams({
    key,
    client_secret: secret,
    use_stripe_sdk: 'true',
    expected_payment_method_type: 'card',
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': digitsOf(number.value),
    'payment_method_data[card][exp_month]': date.slice(0, 2),
    'payment_method_data[card][exp_year]': date.slice(2),
    'payment_method_data[card][cvc]': digitsOf(code.value),
  })
  if (returnUrl) body.set('return_url', returnUrl)
  try {
    const response = await fetch(new URL(`v1/payment_intents/${paymentId}/confirm`, api), {
      method: 'POST',
      body,
    })
    const answer = await response.json()
    return answer.error ? { error: answer.error } : { intent: answer }
  } catch {
    const message =
      'We are experiencing issues connecting to our payments provider. You have not been charged. Please check your internet connection and try again.'
    return { error: { type: 'api_connection_error', message } }
  }
}

const tasks = {
  validate: async () => validate(),
  confirm,
  focus: async () => number.focus(),
  clear: async () => fill('', '', ''),
}

window.addEventListener('message', (event) => {
  if (event.source === window.parent && Object.hasOwn(tasks, event.data.task)) void run(event.data)
})

async function run({ task, call, ...detail }) {
  notifyPage('answer', { call, answer: await tasks[task](detail) })
}

const form = document.querySelector('.form')
new ResizeObserver(() => {
  notifyPage('resize', { height: Math.ceil(form.getBoundingClientRect().height) })
}).observe(form)
notifyPage('ready')
tellChange()
