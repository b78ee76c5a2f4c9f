import { defaultShopTexts } from '@priormark/core/settings/default-shop-texts'
import { areSamples, maxQuestions, maxReviews, type ShopTexts } from '@priormark/core/settings/shop-texts'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { pagePlaceholders } from '@priormark/core/settings/fields'
import { useAdmin } from '../platform/session/admin-context.tsx'
import { ListField } from './ListField.tsx'
import { changedFields, useSettingsForm, type SettingsForm } from './use-settings-form.ts'
import { LinesField, PlaceholderHelp, SettingsCard, OverridableFields } from './SettingsFields.tsx'
import { TextField } from '../platform/ui/TextField.tsx'
import { SettingsFrame, type SettingsPageProps } from './SettingsFrame.tsx'

/** The texts of the landing page and the blog. */
export function ShopPage({ settings }: SettingsPageProps) {
  const { api } = useAdmin()
  const form = useSettingsForm('shop', settings, (body) => api.settings.shop({ body }))
  const { values, set, errorOf } = form
  return (
    <SettingsFrame label="Shop settings" form={form}>
      <TextsCard form={form} name="reviews" title="Reviews">
        <p className="admin-soft">
          {areSamples(values.reviews)
            ? 'These reviews are samples. A public shop shows none of them: replace them with what your customers say.'
            : 'Shown on the landing page. Without any, the section is left out.'}
        </p>
        <ListField
          itemName="Review"
          items={values.reviews}
          max={maxReviews}
          path="reviews"
          form={form}
          onChange={(reviews) => set({ reviews })}
          titleOf={({ name, testimonial }) => [name, testimonial].filter((text) => text !== '').join(': ')}
          makeItem={() => ({ name: '', role: '', testimonial: '', avatarUrl: '' })}
          renderItem={(field) => (
            <>
              <TextField label="Name" {...field('name')} />
              <TextField label="Role" {...field('role')} />
              <LinesField label="Review" rows={2} {...field('testimonial')} />
              <TextField
                label="Picture address"
                hint="Leave empty to show the initials"
                {...field('avatarUrl')}
              />
            </>
          )}
        />
      </TextsCard>
      <TextsCard form={form} name="faq" title="FAQ">
        <PlaceholderHelp placeholders={pagePlaceholders} />
        <ListField
          itemName="Question"
          items={values.faq}
          max={maxQuestions}
          path="faq"
          form={form}
          onChange={(faq) => set({ faq })}
          titleOf={({ question }) => question}
          makeItem={() => ({ question: '', answer: '' })}
          renderItem={(field) => (
            <>
              <TextField label="Question" {...field('question')} />
              <LinesField label="Answer" rows={2} {...field('answer')} />
            </>
          )}
        />
      </TextsCard>
      <TextsCard form={form} name="promo" title="Promo block">
        <p className="admin-soft">
          Inserted by “Insert CTA Button” in the post editor. Posts that already have a block keep its text.
        </p>
        {values.promo.text.includes('legal-grade') && (
          <p className="admin-notice">
            Advertising rules ask you to be able to prove what you claim: before you say “legal-grade proof of
            ownership”, have it checked, or choose words that you can prove.
          </p>
        )}
        {(['kicker', 'title', 'text', 'link'] as const).map((part) => (
          <LinesField
            key={part}
            label={promoLabels[part]}
            rows={part === 'text' ? 2 : 1}
            value={values.promo[part]}
            onChange={(value) => set({ promo: { ...values.promo, [part]: value } })}
            error={errorOf(`promo.${part}`)}
          />
        ))}
      </TextsCard>
      <TextsCard form={form} name="banner" title="Banner">
        <p className="admin-soft">Shown in every post with more than three paragraphs.</p>
        {(['title', 'text', 'button'] as const).map((part) => (
          <LinesField
            key={part}
            label={bannerLabels[part]}
            rows={part === 'text' ? 2 : 1}
            value={values.banner[part]}
            onChange={(value) => set({ banner: { ...values.banner, [part]: value } })}
            error={errorOf(`banner.${part}`)}
          />
        ))}
      </TextsCard>
    </SettingsFrame>
  )
}

const promoLabels = { kicker: 'Line above the title', title: 'Title', text: 'Text', link: 'Link' }
const bannerLabels = { title: 'Title', text: 'Text', button: 'Button' }

interface TextsCardProps {
  form: Pick<SettingsForm<ShopTexts>, 'values' | 'set' | 'variableOf'>
  name: keyof ShopTexts
  title: string
  children: ReactNode
}

/** A card of texts that can be reset to their defaults. */
function TextsCard({ form: { values, set, variableOf }, name, title, children }: TextsCardProps) {
  const variable = variableOf(name)
  const isDefault = !changedFields(defaultShopTexts, values).includes(name)
  return (
    <SettingsCard
      title={title}
      action={
        !isDefault &&
        variable === undefined && (
          <Button size="small" onClick={() => set({ [name]: defaultShopTexts[name] })}>
            Reset {title} to default
          </Button>
        )
      }
    >
      <OverridableFields variable={variable}>{children}</OverridableFields>
    </SettingsCard>
  )
}
