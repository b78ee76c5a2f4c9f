/** Brings a section into view, smoothly where motion is welcome, and lets the next Tab start from it. */
export function scrollToSection(id: string): void {
  const section = document.getElementById(id)
  if (section === null) return
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  section.scrollIntoView({ behavior: isStill ? 'auto' : 'smooth' })
  section.focus({ preventScroll: true })
}
