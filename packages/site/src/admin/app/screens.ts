import { isAllowed, type Role, type StaffAccess } from '@priormark/core/platform/roles'
import type { Client } from '@priormark/core/platform/http/client'
import { linkPaths } from '@priormark/core/staff/people/link-paths'
import type { Platform } from '@priormark/core/admin-platform'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { forgotPasswordPath, loginPath } from '../platform/session/admin-paths.ts'
import { loadActionMenu } from '../platform/ui/ActionMenu.tsx'
import { prefetchOrders } from '../orders/order-page-query.ts'

/** A screen behind the login. */
export interface AdminScreen {
  path: `/admin/${string}`
  /** Who may use it. The server checks every call; this only hides screens that would be empty for a role. */
  access: StaffAccess
  /** Who gets its menu entry and key, if not everyone who may open it. */
  linkAccess?: StaffAccess
  load: () => Promise<ComponentType>
  menu?: string
  /** Whether the menu has it under System. */
  isSystem?: boolean
  /** The screen's entry in the command palette. `key`, pressed after 'g', also opens it, and is in the list of keys. */
  shortcut?: { key?: string; label: string }
  /** Other search words for the screen in the command palette. */
  keywords?: string
  /** Starts loading the data that is shown first, in parallel with the screen's code. Only for those who have the menu entry. */
  prefetch?: (query: URLSearchParams, server: { client: Client; queryClient: QueryClient }) => void
  isAvailable?: (platform: Pick<Platform, 'downloads'>) => boolean
}

/** What the frame reads from the route of a screen. */
export type ScreenHandle = Pick<AdminScreen, 'access'>

/** Whether a screen is in the menu and the list of keys. Before the role is known, none is. */
export function isLinked(
  { access, linkAccess = access, isAvailable }: AdminScreen,
  platform: Pick<Platform, 'downloads'>,
  role: Role | null,
): boolean {
  return role !== null && isAllowed(role, linkAccess) && isAvailable?.(platform) !== false
}

const importLinkScreens = () => import('../staff/login/LinkScreens.tsx')

/** The screens before the login. Links in emails lead to some of them. */
export const loginScreens = [
  { path: loginPath, load: async () => (await import('../staff/login/LoginScreen.tsx')).LoginScreen },
  { path: forgotPasswordPath, load: async () => (await importLinkScreens()).ForgotPasswordScreen },
  { path: linkPaths.invitation, load: async () => (await importLinkScreens()).InvitationScreen },
  { path: linkPaths.password, load: async () => (await importLinkScreens()).NewPasswordScreen },
  { path: linkPaths.email, load: async () => (await importLinkScreens()).ConfirmEmailScreen },
]

/** The pages of the settings after the first. */
const settingsPages = [
  {
    page: 'shop',
    label: 'Go to the shop settings',
    keywords: 'reviews faq questions promo block banner texts',
  },
  { page: 'legal', label: 'Go to the terms', keywords: 'legal settings conditions versions' },
  { page: 'legal/privacy', label: 'Go to the privacy text', keywords: 'legal settings versions' },
  { page: 'email', label: 'Go to the email settings', keywords: 'mail texts daily summary confirmation' },
  {
    page: 'data',
    label: 'Go to the data settings',
    keywords: 'retention delete files upload limits analytics visits plausible',
  },
  { page: 'time-zone', label: 'Go to the time zone', keywords: 'settings dates' },
  { page: 'services', label: 'Go to the services', keywords: 'settings going live setup' },
  { page: 'services/payments', label: 'Go to the payment service', keywords: 'settings stripe keys' },
  { page: 'services/emails', label: 'Go to the mail server', keywords: 'settings smtp sender' },
  {
    page: 'services/recording',
    label: 'Go to the chain of the records',
    keywords: 'settings evm ethereum opentimestamps node key budget',
  },
]

const loadSettingsScreen = async () => (await import('../settings/SettingsScreen.tsx')).SettingsScreen

/** Loads the screen that sets up two-step verification if that is required. */
export const loadSecondFactorSetup = async () =>
  (await import('../staff/account/AccountScreen.tsx')).SecondFactorSetupScreen

const loadDashboard = async () => (await import('./dashboard/DashboardScreen.tsx')).DashboardScreen

/** Starts loading the code of the dashboard, the screen that is opened most often, and of its menus. */
export function loadOrdersCode(): void {
  // A failure is reported when the code is needed.
  void loadDashboard().catch(() => {})
  void import('./dashboard/SideCards.tsx').catch(() => {})
  void loadActionMenu().catch(() => {})
}

/** Every screen behind the login, in the order of the menu. */
export const screens: readonly AdminScreen[] = [
  {
    path: '/admin/dashboard',
    access: 'login',
    linkAccess: 'orders',
    load: loadDashboard,
    menu: 'Orders',
    shortcut: { key: 'o', label: 'Go to orders' },
    keywords: 'refund csv export download sales income price dashboard overview',
    prefetch: prefetchOrders,
  },
  {
    path: '/admin/orders/:id',
    access: 'orders',
    load: async () => (await import('../orders/OrderScreen.tsx')).OrderScreen,
  },
  {
    path: '/admin/statements',
    access: 'orders',
    load: async () => (await import('../orders/books/StatementScreen.tsx')).StatementScreen,
    menu: 'Statements',
    isSystem: true,
    shortcut: { key: 'm', label: 'Go to the statement' },
    keywords: 'money income month quarter tax year fees net accounts bookkeeping csv pdf',
  },
  {
    path: '/admin/blog',
    access: 'blog',
    load: async () => (await import('../blog/BlogScreen.tsx')).BlogScreen,
    menu: 'Blog',
    shortcut: { key: 'b', label: 'Go to the blog' },
  },
  {
    path: '/admin/blog/editor',
    access: 'blog',
    load: async () => (await import('../blog/editor/EditorScreen.tsx')).EditorScreen,
    shortcut: { key: 'n', label: 'Write a new post' },
  },
  {
    path: '/admin/blog/images',
    access: 'blog',
    load: async () => (await import('../blog/images/ImagesScreen.tsx')).ImagesScreen,
    shortcut: { key: 'i', label: 'Go to the blog images' },
  },
  {
    path: '/admin/blog/topics',
    access: 'blog',
    load: async () => (await import('../blog/topics/TopicsScreen.tsx')).TopicsScreen,
    shortcut: { key: 't', label: 'Go to categories, tags and authors' },
  },
  {
    path: '/admin/blog/views',
    access: 'blog',
    load: async () => (await import('../blog/PostViewsScreen.tsx')).PostViewsScreen,
    shortcut: { key: 'v', label: 'Go to post statistics' },
    keywords: 'views readers visitors traffic analytics last month',
  },
  {
    path: '/admin/blog/history',
    access: 'blog',
    load: async () => (await import('../blog/HistoryScreen.tsx')).HistoryScreen,
    shortcut: { key: 'd', label: 'Go to the history of drafts' },
  },
  {
    path: '/admin/anchors',
    access: 'orders',
    load: async () => (await import('../proofs/recording/AnchorsScreen.tsx')).AnchorsScreen,
    menu: 'Recording',
    isSystem: true,
    shortcut: { key: 'c', label: 'Go to recording' },
  },
  {
    path: '/admin/audit',
    access: 'owner',
    load: async () => (await import('../staff/audit/AuditScreen.tsx')).AuditScreen,
    menu: 'Audit log',
    isSystem: true,
    shortcut: { key: 'a', label: 'Go to the audit log' },
  },
  {
    path: '/admin/health',
    access: 'owner',
    load: async () => (await import('../operations/health/HealthScreen.tsx')).HealthScreen,
    menu: 'Health',
    isSystem: true,
    shortcut: { key: 'h', label: 'Go to health' },
    keywords: 'problems issues doctor checks',
  },
  {
    path: '/admin/health/backups',
    access: 'owner',
    load: async () => (await import('../operations/backups/BackupsScreen.tsx')).BackupsScreen,
    shortcut: { label: 'Go to backups' },
    keywords: 'restore archive schedule',
  },
  {
    path: '/admin/people',
    access: 'owner',
    load: async () => (await import('../staff/people/PeopleScreen.tsx')).PeopleScreen,
    menu: 'People',
    isSystem: true,
    shortcut: { key: 'p', label: 'Go to people' },
    keywords: 'invite invitation administrator user role writer',
  },
  {
    path: '/admin/settings',
    access: 'owner',
    load: loadSettingsScreen,
    menu: 'Settings',
    shortcut: { key: 's', label: 'Go to settings' },
    keywords: 'business trader address support promises',
  },
  ...settingsPages.map(({ page, label, keywords }): AdminScreen => ({
    path: `/admin/settings/${page}`,
    access: 'owner',
    load: loadSettingsScreen,
    shortcut: { label },
    keywords,
  })),
  {
    path: '/admin/downloads',
    access: 'orders',
    load: async () => (await import('../platform/downloads/DownloadsScreen.tsx')).DownloadsScreen,
    menu: 'Downloads',
    isSystem: true,
    shortcut: { key: 'l', label: 'Go to downloads' },
    isAvailable: ({ downloads }) => downloads !== undefined,
  },
  {
    path: '/admin/account',
    access: 'login',
    load: async () => (await import('./OwnAccountScreen.tsx')).OwnAccountScreen,
    shortcut: { key: 'u', label: 'Go to your account' },
    keywords: 'password email two-step verification security',
  },
]

/** Returns the name of a screen, such as "Blog images"; null for the screens of one order and of a new post. */
export function screenName({ menu, shortcut }: AdminScreen): string | null {
  if (menu !== undefined) return menu
  const name = /^Go to (?:the |your )?(.+)$/.exec(shortcut?.label ?? '')?.[1]
  return name === undefined ? null : name.charAt(0).toUpperCase() + name.slice(1)
}
