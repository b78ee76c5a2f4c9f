import { postState, postStateLabels } from '@priormark/core/blog/post'
import { maxSearchLength } from '@priormark/core/platform/limits'
import { formatDollars } from '@priormark/core/platform/money'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { editorPath } from '../../blog/index.ts'
import { orderPath, orderStateText } from '../../orders/index.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { useMay } from '../../platform/ui/use-role.ts'
import type { PaletteEntry } from './palette-entries.ts'

const pauseMs = 200
/** How many orders and how many posts are shown. */
const maxFound = 5

interface FoundEntries {
  entries: PaletteEntry[]
  isSearching: boolean
  /** Whether neither orders nor posts could be searched. */
  isFailed: boolean
}

/** Searches orders and posts by name after a pause in typing. Without the server, posts on this computer are searched. */
export function useFoundEntries(typed: string): FoundEntries {
  const { api, platform } = useAdmin()
  const navigate = useNavigate()
  const wanted = typed.trim().slice(0, maxSearchLength)
  const search = useLater(wanted)
  const isAsked = wanted !== ''
  const may = useMay()

  const orders = useQuery({
    queryKey: ['palette', 'orders', search],
    queryFn: ({ signal }) => api.orders.list({ query: { tab: 'all', search, limit: maxFound } }, { signal }),
    enabled: search !== '' && may('orders'),
    gcTime: 0,
    staleTime: 0,
  })
  const posts = useQuery({
    queryKey: ['palette', 'posts', search],
    queryFn: async ({ signal }) => {
      const query = { status: 'all', search, limit: maxFound } as const
      try {
        const { posts } = await api.blog.adminList({ query }, { signal })
        return posts.map((post) => ({ id: post.id, title: post.title, state: postState(post) }))
      } catch (error) {
        const drafts = await platform.drafts.list({ search }).catch(() => [])
        if (drafts.length === 0) throw error
        return drafts
          .filter(({ isRemoved }) => !isRemoved)
          .slice(0, maxFound)
          .map(({ id, title, status: state }) => ({ id, title, state }))
      }
    },
    enabled: search !== '' && may('blog'),
    gcTime: 0,
    staleTime: 0,
  })

  const isSearching = isAsked && (search !== wanted || orders.isFetching || posts.isFetching)
  // Results of an earlier search would open something else than what was typed.
  if (!isAsked || search !== wanted) return { entries: [], isSearching, isFailed: false }
  return {
    isSearching,
    // What the role does not include is not searched.
    isFailed: (orders.isError || !may('orders')) && (posts.isError || !may('blog')),
    entries: [
      ...(orders.data ?? []).map(
        ({ id, projectName, fileName, firstName, lastName, paymentAmount, ...facts }): PaletteEntry => ({
          id: `order-${id}`,
          group: 'Orders',
          label: projectName || fileName,
          detail: `${firstName} ${lastName}, ${formatDollars(paymentAmount)}, ${orderStateText(facts)}`,
          run: () => void navigate(orderPath(id)),
        }),
      ),
      ...(posts.data ?? []).map(({ id, title, state }): PaletteEntry => ({
        id: `post-${id}`,
        group: 'Posts',
        label: title || 'Untitled',
        detail: postStateLabels[state],
        run: () => void navigate(editorPath(id)),
      })),
    ],
  }
}

/** Returns the value once it has not changed for a moment. */
function useLater(value: string): string {
  const [later, setLater] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return later
}
