import { sentenceOf } from '@priormark/core/http/api-error'
import { fallbackPrice } from '@priormark/core/limits'
import { formatDollars } from '@priormark/core/money'
import { invalidPrice, Price } from '@priormark/core/price/price'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState, type SubmitEvent } from 'react'
import { toast } from '../../ui/toast-store.ts'
import { useAdmin } from '../session/admin-context.tsx'
import { Field } from '../ui/Field.tsx'
import { formErrors } from '../ui/form-errors.ts'
import styles from './PriceCard.module.css'

const priceKey = ['price']

/** Shows and sets what the service costs. */
export function PriceCard() {
  const { api } = useAdmin()
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState<string | null>(null)
  const [error, setError] = useState<string>()

  const price = useQuery({ queryKey: priceKey, queryFn: ({ signal }) => api.price.read({}, { signal }) })
  const change = useMutation({
    mutationFn: (dollars: number) => api.price.change({ body: { price: dollars } }),
    onSuccess: (changed) => {
      queryClient.setQueryData(priceKey, changed)
      setTyped(null)
      toast({ title: 'Price updated', description: `The service now costs ${formatDollars(changed.price)}` })
    },
    onError: (failure) => {
      const description = sentenceOf(failure, 'Failed to update price')
      toast({ title: 'Update failed', description, variant: 'destructive' })
    },
  })

  const shown = typed ?? (price.data?.price ?? fallbackPrice.admin).toFixed(2)

  function submit(submission: SubmitEvent) {
    submission.preventDefault()
    if (change.isPending) return
    const dollars = shown.trim() === '' ? Number.NaN : Number(shown)
    const found = Number.isFinite(dollars) ? formErrors(Price, dollars)['']?.[0] : invalidPrice
    setError(found)
    if (found === undefined) change.mutate(dollars)
    else toast({ title: 'Invalid price', description: found, variant: 'destructive' })
  }

  return (
    <section className="admin-card" aria-labelledby="price-title">
      <h2 id="price-title">Service price</h2>
      <form className={styles.form} onSubmit={submit} noValidate>
        <Field
          label="Price in USD"
          error={error}
          hint={
            price.isError ? 'The current price could not be loaded.' : 'New orders are charged this price.'
          }
        >
          {(inputProps) => (
            <Input
              {...inputProps}
              type="number"
              inputMode="decimal"
              step="0.01"
              min="0.01"
              prefix="$"
              disabled={price.isPending}
              value={shown}
              onChange={({ target }) => {
                setTyped(target.value)
                setError(undefined)
              }}
            />
          )}
        </Field>
        <Button type="primary" htmlType="submit" loading={change.isPending} disabled={price.isPending}>
          Update Price
        </Button>
      </form>
    </section>
  )
}
