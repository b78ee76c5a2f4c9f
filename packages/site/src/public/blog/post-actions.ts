import { toast } from '../../ui/toast-store.ts'

/** Handles a button in a server-rendered post: copies the address or plays a video. */
export function runPostAction(button: HTMLButtonElement): void {
  const { copies, player, title } = button.dataset
  if (copies !== undefined) void copyLink(copies)
  if (player !== undefined) play(button, videoFrame(player, title ?? 'Video'))
}

async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    toast({ title: 'Link copied to clipboard!' })
  } catch {
    toast({ title: 'Could not copy the link', description: url, variant: 'destructive' })
  }
}

/** Replaces the button by the player and moves the focus to it. */
function play(button: HTMLButtonElement, frame: HTMLIFrameElement): void {
  button.replaceWith(frame)
  frame.focus()
}

function videoFrame(player: string, title: string): HTMLIFrameElement {
  const address = new URL(player)
  address.searchParams.set('autoplay', '1')
  const frame = document.createElement('iframe')
  frame.src = address.href
  frame.title = title
  frame.className = 'video-frame'
  frame.allow = 'autoplay; fullscreen; picture-in-picture; encrypted-media'
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  return frame
}
