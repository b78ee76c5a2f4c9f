import { useSearchParams } from 'react-router-dom'
import { AllPostViews } from './AllPostViews.tsx'
import { OnePostViews } from './OnePostViews.tsx'

/** /admin/blog/views: how often the posts were read, or the one with the id in the address, by month and day. */
export function PostViewsScreen() {
  const [params, setParams] = useSearchParams()
  const [id, month] = [params.get('id') ?? '', monthOf(params)]
  function showMonth(next: string) {
    setParams(
      (current) => {
        current.delete('month')
        if (next !== '') current.set('month', next)
        return current
      },
      { replace: true, preventScrollReset: true },
    )
  }
  const period = { month, onMonth: showMonth }
  return id === '' ? <AllPostViews {...period} /> : <OnePostViews key={id} id={id} {...period} />
}

/** Returns '' if the address has none or a wrong one. */
function monthOf(params: URLSearchParams): string {
  const month = params.get('month') ?? ''
  return /^20\d\d-(?:0[1-9]|1[0-2])$/.test(month) ? month : ''
}
