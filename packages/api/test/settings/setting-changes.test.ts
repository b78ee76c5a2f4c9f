import { defaultShopTexts } from '@priormark/core/settings/default-shop-texts'
import { settingGroups } from '@priormark/core/settings/groups'
import { mailTextKinds } from '@priormark/core/settings/mail-texts'
import { describe, expect, test } from 'vitest'
import { describeChanges } from '../../src/settings/setting-changes.ts'

const defaultMail = settingGroups.mail.defaults

describe('describeChanges', () => {
  test('shows what changed in a long text, and a part by its name', () => {
    const mailWith = (opening: string, closing: string) => {
      const confirmation = { ...defaultMail.texts.confirmation, opening, closing }
      return { ...defaultMail, texts: { ...defaultMail.texts, confirmation } }
    }
    const before = mailWith('Your payment has arrived. Then we email you the link.', '')
    const after = mailWith('Your payment has arrived. Later we email you the link.', 'Bye')
    expect(describeChanges('mail', before, { ...after, summaryIsOn: false })).toBe(
      [
        'Daily summary: “on” to “off”',
        'Confirmation email, opening: “…ayment has arrived. Then we email you the link.” to “…ayment has arrived. Later we email you the link.”',
        'Confirmation email, closing: nothing to “Bye”',
      ].join('; '),
    )
  })

  test('names every email by its label', () => {
    const texts = structuredClone(defaultMail.texts)
    for (const kind of mailTextKinds) texts[kind].heading = 'New'
    const description = describeChanges('mail', defaultMail, { ...defaultMail, texts })
    expect(description).toContain('; Refund email, heading: ')
    expect(description).not.toContain('Email texts')
  })

  test('shows the questions that were added, removed or moved, shortened', () => {
    const [first, ...others] = defaultShopTexts.faq
    const added = { question: 'Why?', answer: 'x'.repeat(200) }
    const changed = { ...defaultShopTexts, faq: [...others, added] }
    const description = describeChanges('shop', defaultShopTexts, changed)
    expect(description).toContain(`FAQ: removed “${first?.question}`)
    expect(description).toContain('added “Why? xxx')
    expect(description.length).toBeLessThan(250)
    const moved = { ...defaultShopTexts, faq: defaultShopTexts.faq.toReversed() }
    expect(describeChanges('shop', defaultShopTexts, moved)).toBe('FAQ: reordered')
  })

  test('shows where the text of a question changed', () => {
    const [first, ...others] = defaultShopTexts.faq
    if (first === undefined) throw new Error('There is no question')
    const faqWith = (end: string) => [{ ...first, answer: `${first.answer} It is ${end}` }, ...others]
    const [before, after] = ['unqiue.', 'unique.'].map((end) => ({ ...defaultShopTexts, faq: faqWith(end) }))
    const description = describeChanges('shop', before ?? {}, after ?? {})
    expect(description).toMatch(/^FAQ: “….*It is unqiue\.” to “….*It is unique\.”$/)
  })

  test('contains no words of customers', () => {
    expect(describeChanges('shop', defaultShopTexts, { ...defaultShopTexts, reviews: [] })).toBe(
      'Reviews: 3 before, 0 now',
    )
  })
})
