import type { Client } from '@priormark/core/http/client'
import type { Platform } from '@priormark/core/platform'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { prefetchOrders } from '../orders/index.ts'

/** A screen behind the login. */
export interface AdminScreen {
  path: `/admin/${string}`
  /** Fetches the screen's code. */
  load: () => Promise<ComponentType>
  /** The screen's name in the menu. */
  menu?: string
  /** The key after 'g' that goes to the screen, and its entry in the list of keys. */
  shortcut?: { key: string; label: string }
  /** Starts loading the first view's data while the screen's code is still loading. */
  prefetch?: (query: URLSearchParams, server: { client: Client; queryClient: QueryClient }) => void
  isAvailable?: (platform: Pick<Platform, 'downloads'>) => boolean
}

/** Fetches the code of the one screen before the login. */
export const loadLoginScreen = async () => (await import('../login/LoginScreen.tsx')).LoginScreen

/** Every screen behind the login, in the order of the menu. */
export const screens: readonly AdminScreen[] = [
  {
    path: '/admin/dashboard',
    load: async () => (await import('../dashboard/DashboardScreen.tsx')).DashboardScreen,
    menu: 'Orders',
    shortcut: { key: 'o', label: 'Go to orders' },
    prefetch: prefetchOrders,
  },
  {
    path: '/admin/orders/:id',
    load: async () => (await import('../orders/OrderScreen.tsx')).OrderScreen,
  },
  {
    path: '/admin/blog',
    load: async () => (await import('../blog/BlogScreen.tsx')).BlogScreen,
    menu: 'Blog',
    shortcut: { key: 'b', label: 'Go to the blog' },
  },
  {
    path: '/admin/blog/editor',
    load: async () => (await import('../blog/editor/EditorScreen.tsx')).EditorScreen,
    shortcut: { key: 'n', label: 'Write a new post' },
  },
  {
    path: '/admin/blog/images',
    load: async () => (await import('../images/ImagesScreen.tsx')).ImagesScreen,
    shortcut: { key: 'i', label: 'Go to the blog images' },
  },
  {
    path: '/admin/blog/topics',
    load: async () => (await import('../blog/topics/TopicsScreen.tsx')).TopicsScreen,
    shortcut: { key: 't', label: 'Go to categories, tags and authors' },
  },
  {
    path: '/admin/blog/discarded',
    load: async () => (await import('../blog/DiscardedDraftsScreen.tsx')).DiscardedDraftsScreen,
    shortcut: { key: 'd', label: 'Go to the discarded drafts' },
  },
  {
    path: '/admin/anchors',
    load: async () => (await import('../anchors/AnchorsScreen.tsx')).AnchorsScreen,
    menu: 'Recording',
    shortcut: { key: 'c', label: 'Go to recording' },
  },
  {
    path: '/admin/audit',
    load: async () => (await import('../audit/AuditScreen.tsx')).AuditScreen,
    menu: 'Audit log',
    shortcut: { key: 'a', label: 'Go to the audit log' },
  },
  {
    path: '/admin/health',
    load: async () => (await import('../monitoring/HealthScreen.tsx')).HealthScreen,
    menu: 'Health',
    shortcut: { key: 'h', label: 'Go to health' },
  },
  {
    path: '/admin/downloads',
    load: async () => (await import('../downloads/DownloadsScreen.tsx')).DownloadsScreen,
    menu: 'Downloads',
    shortcut: { key: 'l', label: 'Go to downloads' },
    isAvailable: ({ downloads }) => downloads !== undefined,
  },
  {
    path: '/admin/account',
    load: async () => (await import('../account/AccountScreen.tsx')).AccountScreen,
    shortcut: { key: 'u', label: 'Go to your account' },
  },
]
