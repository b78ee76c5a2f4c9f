import { messageOf } from '@priormark/core/platform/http/api-error'
import { fallbackPrice } from '@priormark/core/platform/limits'
import { dollarsOf, formatDollars } from '@priormark/core/platform/money'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState, type SubmitEvent } from 'react'
import { invalidPrice, isLargeChange, Price } from '@priormark/core/orders/price/endpoints'
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.ts'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { useTypedState } from '../../platform/session/typed-values.ts'
import { DollarField } from '../../platform/ui/DollarField.tsx'
import { formErrors } from '../../platform/ui/form-errors.ts'
import styles from './PriceCard.module.css'

const priceKey = ['price']

/** Shows and sets what the service costs. */
export function PriceCard() {
  const { api } = useAdmin()
  const queryClient = useQueryClient()
  const [typedPrice, setTypedPrice] = useTypedState<string>('service price')
  const [error, setError] = useState<string>()
  const [dollarsToConfirm, setDollarsToConfirm] = useState<number | null>(null)

  const price = useQuery({ queryKey: priceKey, queryFn: ({ signal }) => api.price.read({}, { signal }) })
  const change = useMutation({
    mutationFn: (dollars: number) => api.price.change({ body: { price: dollars } }),
    onSuccess: (newPrice) => {
      queryClient.setQueryData(priceKey, newPrice)
      setTypedPrice(null)
      toast({ title: 'Price updated', description: `The service now costs ${formatDollars(newPrice.price)}` })
    },
    onError: (failure) => {
      toastError('Update failed', messageOf(failure, 'Failed to update price'))
    },
    onSettled: () => setDollarsToConfirm(null),
  })

  const currentDollars = price.data?.price
  const text = typedPrice ?? (currentDollars ?? fallbackPrice.admin).toFixed(2)
  const dollars = dollarsOf(text)

  function submit(submission: SubmitEvent) {
    submission.preventDefault()
    if (change.isPending) return
    const message = Number.isFinite(dollars) ? formErrors(Price, dollars)['']?.[0] : invalidPrice
    setError(message)
    if (message !== undefined) toastError('Invalid price', message)
    else if (currentDollars === undefined || isLargeChange(currentDollars, dollars))
      setDollarsToConfirm(dollars)
    else change.mutate(dollars)
  }

  return (
    <section className="admin-card" aria-labelledby="price-title">
      <h2 id="price-title">Service price</h2>
      <form className={styles.form} onSubmit={submit} noValidate>
        <DollarField
          label="Price in USD"
          error={error}
          hint={price.isError ? 'The current price could not be loaded.' : priceHint(dollars, currentDollars)}
          disabled={price.isPending}
          value={text}
          onChange={(next) => {
            setTypedPrice(next)
            setError(undefined)
          }}
        />
        <Button type="primary" htmlType="submit" loading={change.isPending} disabled={price.isPending}>
          Update price
        </Button>
      </form>
      <ConfirmDialog
        isOpen={dollarsToConfirm !== null}
        title={dollarsToConfirm === null ? '' : question(dollarsToConfirm, currentDollars)}
        confirmLabel="Update price"
        isBusy={change.isPending}
        onConfirm={() => dollarsToConfirm !== null && change.mutate(dollarsToConfirm)}
        onClose={() => {
          setDollarsToConfirm(null)
          setTypedPrice(null)
        }}
      >
        {dollarsToConfirm !== null && (
          <p>New orders are charged {formatDollars(dollarsToConfirm)}. Existing orders keep their price.</p>
        )}
      </ConfirmDialog>
    </section>
  )
}

/** Says what new orders are charged. @param dollars the typed price @param currentDollars undefined while it loads */
function priceHint(dollars: number, currentDollars: number | undefined): string {
  return currentDollars === undefined || dollars === currentDollars
    ? 'New orders are charged this price.'
    : `Not saved. New orders are charged ${formatDollars(currentDollars)}.`
}

/** @param currentDollars undefined if it could not be loaded */
function question(dollarsToConfirm: number, currentDollars: number | undefined): string {
  if (currentDollars === undefined) return `Change the price to ${formatDollars(dollarsToConfirm)}?`
  return `${formatDollars(dollarsToConfirm)} instead of ${formatDollars(currentDollars)}?`
}
