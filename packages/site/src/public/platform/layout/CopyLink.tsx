import { useState } from 'react'
import button from './button.module.css'
import { copyText } from '../../../ui/copy-text.ts'

/** A button that copies an address and then says so. @param name what the address leads to */
export function CopyLink({ address, name }: { address: string; name: string }) {
  const [isCopied, setCopied] = useState(false)

  async function copy() {
    await copyText(address)
    setCopied(true)
  }

  return (
    <>
      <button
        type="button"
        className={button.secondary}
        aria-label={`Copy ${name}`}
        onClick={() => void copy()}
      >
        {isCopied ? 'Link copied' : 'Copy link'}
      </button>
      <output className="visually-hidden">{isCopied ? 'Link copied' : ''}</output>
    </>
  )
}
