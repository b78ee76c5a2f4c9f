import { toast } from '../../../ui/toast-store.ts'
import { unlessLeaving } from '../../../ui/unless-leaving.ts'

/**
 * Loads code that a person asked for, and returns it. If that fails, as after an update of the server or without it, says so and
 * returns null: the screen and what was typed there stay. The next attempt loads it again, except in Firefox, which has to reload
 * the page first.
 */
export async function loadOnDemand<Loaded>(load: () => Promise<Loaded>): Promise<Loaded | null> {
  try {
    return await unlessLeaving(load)
  } catch {
    toast({
      title: 'This part could not be loaded',
      description: 'Save your work, then reload the page and try again.',
      variant: 'destructive',
    })
    return null
  }
}
