import { ConfigProvider, theme, type ThemeConfig } from 'antd'
import type { ReactNode } from 'react'
import { useMedia } from '../platform/ui/media.ts'

const shared = {
  fontSize: 14,
  fontFamily: 'var(--text)',
  fontFamilyCode: 'var(--mono)',
  borderRadius: 4,
  controlHeight: 34,
  wireframe: false,
  motion: false,
}

/** The ring of a focused field has the green of the seal, with a contrast of at least 3:1 on both backgrounds. */
function controls({ ring, tick }: { ring: string; tick: string }): NonNullable<ThemeConfig['components']> {
  return {
    Input: { activeBorderColor: ring, activeShadow: `0 0 0 1px ${ring}` },
    Checkbox: { colorWhite: tick },
  }
}

/** The brand's palette as antd tokens. Borders of controls have a contrast of at least 3:1. */
const light: ThemeConfig = {
  components: controls({ ring: '#0a6b4e', tick: '#ffffff' }),
  algorithm: theme.defaultAlgorithm,
  token: {
    ...shared,
    colorPrimary: '#15140f',
    colorPrimaryHover: '#3a372e',
    colorPrimaryActive: '#000000',
    colorPrimaryBorder: '#0a6b4e',
    colorSuccess: '#0a6b4e',
    colorWarning: '#7a5200',
    colorWarningBg: '#f4ecd8',
    colorSuccessBg: '#e9f2ec',
    colorErrorBg: '#fbeae5',
    colorError: '#b8321a',
    colorLink: '#15140f',
    colorLinkHover: '#0a6b4e',
    colorText: '#15140f',
    colorTextSecondary: '#57534a',
    colorTextTertiary: '#57534a',
    colorTextPlaceholder: '#6b665b',
    colorTextDisabled: '#716c61',
    colorBgLayout: '#f6f3ec',
    colorBgContainer: '#ffffff',
    colorBgElevated: '#ffffff',
    colorBorder: '#8c8677',
    colorBorderSecondary: '#ddd6c8',
    colorSplit: '#ddd6c8',
  },
}

const dark: ThemeConfig = {
  components: controls({ ring: '#5cc29d', tick: '#15140f' }),
  algorithm: theme.darkAlgorithm,
  token: {
    ...shared,
    colorPrimary: '#f6f3ec',
    colorPrimaryHover: '#ffffff',
    colorPrimaryActive: '#ddd6c8',
    colorPrimaryBorder: '#5cc29d',
    colorTextLightSolid: '#15140f',
    colorSuccess: '#5cc29d',
    colorWarning: '#e0b25a',
    colorWarningBg: '#38311d',
    colorSuccessBg: '#173529',
    colorErrorBg: '#3a1d16',
    colorError: '#f08a6e',
    colorLink: '#f6f3ec',
    colorLinkHover: '#5cc29d',
    colorText: '#f6f3ec',
    colorTextSecondary: '#b9b3a5',
    colorTextTertiary: '#b9b3a5',
    colorTextPlaceholder: '#a39d8f',
    colorTextDisabled: '#948e80',
    colorBgLayout: '#15140f',
    colorBgContainer: '#1f1d18',
    colorBgElevated: '#2a2821',
    colorBorder: '#7d776a',
    colorBorderSecondary: '#3a372f',
    colorSplit: '#3a372f',
  },
}

/** Applies the palette to antd, light or dark as the system prefers. */
export function AdminTheme({ children }: { children: ReactNode }) {
  const isDark = useMedia('(prefers-color-scheme: dark)')
  return <ConfigProvider theme={isDark ? dark : light}>{children}</ConfigProvider>
}
