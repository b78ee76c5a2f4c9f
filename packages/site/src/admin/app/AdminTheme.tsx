import { ConfigProvider, theme, type ThemeConfig } from 'antd'
import type { ReactNode } from 'react'
import { useMediaQuery } from '../platform/ui/media.ts'

/** The brand's palette as antd tokens, light and dark. Borders of controls have a contrast of at least 3:1. */
const palette = {
  colorPrimary: ['#15140f', '#f6f3ec'],
  colorPrimaryHover: ['#3a372e', '#ffffff'],
  colorPrimaryActive: ['#000000', '#ddd6c8'],
  colorPrimaryBorder: ['#0a6b4e', '#5cc29d'],
  colorSuccess: ['#0a6b4e', '#5cc29d'],
  colorWarning: ['#7a5200', '#e0b25a'],
  colorWarningBg: ['#f4ecd8', '#38311d'],
  colorSuccessBg: ['#e9f2ec', '#173529'],
  colorErrorBg: ['#fbeae5', '#3a1d16'],
  colorError: ['#b8321a', '#f08a6e'],
  colorLink: ['#15140f', '#f6f3ec'],
  colorLinkHover: ['#0a6b4e', '#5cc29d'],
  colorText: ['#15140f', '#f6f3ec'],
  colorTextSecondary: ['#57534a', '#b9b3a5'],
  colorTextTertiary: ['#57534a', '#b9b3a5'],
  colorTextPlaceholder: ['#6b665b', '#a39d8f'],
  colorTextDisabled: ['#716c61', '#948e80'],
  colorBgContainer: ['#ffffff', '#1f1d18'],
  colorBgElevated: ['#ffffff', '#2a2821'],
  colorBorder: ['#8c8677', '#7d776a'],
  colorBorderSecondary: ['#ddd6c8', '#3a372f'],
  colorSplit: ['#ddd6c8', '#3a372f'],
  colorTextLightSolid: ['#ffffff', '#15140f'],
} as const

function themeOf(colorIndex: 0 | 1): ThemeConfig {
  const ring = palette.colorPrimaryBorder[colorIndex]
  return {
    algorithm: colorIndex === 0 ? theme.defaultAlgorithm : theme.darkAlgorithm,
    token: {
      fontFamily: 'var(--text)',
      fontFamilyCode: 'var(--mono)',
      borderRadius: 4,
      controlHeight: 34,
      motion: false,
      ...Object.fromEntries(Object.entries(palette).map(([name, colors]) => [name, colors[colorIndex]])),
    },
    components: {
      // The ring of a focused field has the green of the seal, with a contrast of at least 3:1 on both backgrounds.
      Input: { activeBorderColor: ring, activeShadow: `0 0 0 1px ${ring}` },
      Checkbox: { colorWhite: palette.colorTextLightSolid[colorIndex] },
    },
  }
}

const light = themeOf(0)
const dark = themeOf(1)

/** Applies the palette to antd, light or dark as the system prefers. */
export function AdminTheme({ children }: { children: ReactNode }) {
  const isDark = useMediaQuery('(prefers-color-scheme: dark)')
  return <ConfigProvider theme={isDark ? dark : light}>{children}</ConfigProvider>
}
