// Formats and validates card numbers, dates and codes. Pure functions.

/** @typedef {{ code: string, message: string }} Problem */

/** @param {string} text */
export function digitsOf(text) {
  return text.replace(/\D/g, '')
}

/** @param {string} digits */
export function brandOf(digits) {
  if (/^3[47]/.test(digits)) return 'amex'
  if (digits.startsWith('4')) return 'visa'
  if (/^(5[1-5]|2[2-7])/.test(digits)) return 'mastercard'
  return ''
}

/** '4242424242424242' -> '4242 4242 4242 4242'; American Express in groups of 4, 6 and 5. @param {string} text */
export function formatNumber(text) {
  const digits = digitsOf(text)
  if (brandOf(digits) === 'amex') {
    return [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10, 15)].filter(Boolean).join(' ')
  }
  return (digits.slice(0, 19).match(/.{1,4}/g) ?? []).join(' ')
}

/** '1234' -> '12 / 34', '4' -> '04 / '. @param {string} text @param {boolean} isErasing so that the slash can be deleted */
export function formatExpiry(text, isErasing = false) {
  let digits = digitsOf(text).slice(0, 4)
  if (/^[2-9]/.test(digits) && !isErasing) digits = `0${digits}`.slice(0, 4)
  if (digits.length < 2 || (digits.length === 2 && isErasing)) return digits
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`
}

/** @param {string} text @param {string} number */
export function formatCode(text, number) {
  return digitsOf(text).slice(0, brandOf(digitsOf(number)) === 'amex' ? 4 : 3)
}

/** @param {string} text @returns {Problem | null} */
export function numberProblem(text) {
  const digits = digitsOf(text)
  const length = brandOf(digits) === 'amex' ? 15 : 16
  if (digits.length < length) return { code: 'incomplete_number', message: 'Your card number is incomplete.' }
  return passesLuhn(digits) ? null : { code: 'invalid_number', message: 'Your card number is invalid.' }
}

/** @param {string} text @param {Date} today @returns {Problem | null} */
export function expiryProblem(text, today) {
  const digits = digitsOf(text)
  const month = Number(digits.slice(0, 2))
  if (digits.length < 4 || month < 1 || month > 12) {
    return { code: 'incomplete_expiry', message: "Your card's expiration date is incomplete." }
  }
  const firstDayAfter = new Date(2000 + Number(digits.slice(2)), month, 1)
  if (firstDayAfter > today) return null
  return { code: 'invalid_expiry_year_past', message: "Your card's expiration year is in the past." }
}

/** @param {string} text @param {string} number @returns {Problem | null} */
export function codeProblem(text, number) {
  const length = brandOf(digitsOf(number)) === 'amex' ? 4 : 3
  if (digitsOf(text).length === length) return null
  return { code: 'incomplete_cvc', message: "Your card's security code is incomplete." }
}

/** @param {string} digits */
function passesLuhn(digits) {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, character, index) => {
      const digit = Number(character) * (index % 2 === 1 ? 2 : 1)
      return total + (digit > 9 ? digit - 9 : digit)
    }, 0)
  return sum % 10 === 0
}
