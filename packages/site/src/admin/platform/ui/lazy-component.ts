import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { unlessLeaving } from '../../../ui/unless-leaving.ts'

/** Returns a component whose code loads when it is first rendered. A navigation that interrupts the loading is not an error. */
export function lazyComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await unlessLeaving(load) }))
}
