import { lacksTransactionNumber } from '@priormark/core/proofs/anchors/blockchain-link'
import { Button, Input, Modal, type InputRef } from 'antd'
import { useId, useRef, useState, type ReactNode } from 'react'
import { Field } from './Field.tsx'
import { LinkDoubt } from './links.tsx'

interface LinkDialogProps {
  title: string
  isOpen: boolean
  /** What the link is for, above the field. */
  children: ReactNode
  label: string
  hint: string
  /** The link as typed so far. */
  link: string
  error: string | undefined
  /** Whether what the link is for still loads (see ConfirmDialog). */
  isLoading?: boolean
  isSaving: boolean
  onChange: (link: string) => void
  onSave: () => void
  onClose: () => void
  /** Called after the closing animation, when the focus may move. */
  onClosed?: () => void
}

/** Asks for the link to a blockchain transaction, and again if it has no transaction number. */
export function LinkDialog({
  title,
  isOpen,
  children,
  label,
  hint,
  link,
  error,
  isLoading = false,
  isSaving,
  onChange,
  onSave,
  onClose,
  onClosed,
}: LinkDialogProps) {
  const formId = useId()
  const input = useRef<InputRef>(null)
  const [doubted, setDoubted] = useState<string>()
  const isDoubted = doubted === link && lacksTransactionNumber(link)

  function submit() {
    if (isSaving) return
    if (lacksTransactionNumber(link) && !isDoubted) setDoubted(link)
    else onSave()
  }

  return (
    <Modal
      title={title}
      open={isOpen}
      onCancel={onClose}
      {...(onClosed === undefined ? {} : { afterClose: onClosed })}
      afterOpenChange={(opened) => opened && input.current?.focus()}
      width={560}
      destroyOnHidden
      footer={[
        <Button key="cancel" onClick={onClose}>
          Cancel
        </Button>,
        <Button
          key="save"
          type="primary"
          htmlType="submit"
          form={formId}
          disabled={isLoading}
          loading={isSaving}
        >
          {isDoubted ? 'Save it anyway' : 'Save link'}
        </Button>,
      ]}
    >
      <form
        id={formId}
        noValidate
        onSubmit={(submission) => {
          submission.preventDefault()
          submit()
        }}
      >
        {children}
        <Field label={label} error={error} hint={hint}>
          {(inputProps) => (
            <Input
              {...inputProps}
              type="url"
              placeholder="https://"
              autoComplete="off"
              value={link}
              ref={input}
              onChange={({ target }) => onChange(target.value)}
            />
          )}
        </Field>
        {isDoubted && <LinkDoubt link={link} />}
      </form>
    </Modal>
  )
}
