import { evmChains } from '@priormark/core/proofs/anchors/evm-chains'
import { anchorKinds, type AnchorKind } from '@priormark/core/settings/policy/anchor-kind'
import { Checkbox } from 'antd'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { SelectField } from '../../platform/ui/NativeSelect.tsx'
import { setByText, TextSetting } from '../SettingsFields.tsx'
import type { SettingsPageProps } from '../SettingsFrame.tsx'
import { useSettingsForm } from '../use-settings-form.ts'
import { SecretSetting, ServiceFrame } from './ServiceFields.tsx'
import styles from './services.module.css'

export const recordingLabels: Record<AnchorKind, string> = {
  manual: 'Manually: an administrator enters each link',
  evm: 'On an EVM chain, such as Ethereum',
  opentimestamps: 'On Bitcoin, by OpenTimestamps',
  rfc3161: 'Signed by time-stamping authorities, in addition to the above',
}

const otherChain = { value: '', label: 'Another chain' }
const chainOptions = [
  ...evmChains.map(({ chainId, name }) => ({ value: String(chainId), label: name })),
  otherChain,
]

/** Where works are recorded. */
export function RecordingForm({ settings }: SettingsPageProps) {
  const { api } = useAdmin()
  const form = useSettingsForm('recording', settings, (body) => api.services.changeRecording({ body }))
  const { values, set, variableOf } = form
  const kindsVariable = variableOf('kinds')
  const isListed = chainOptions.some(({ value }) => value === values.evmChainId)

  function chooseChain(id: string) {
    const chain = evmChains.find(({ chainId }) => String(chainId) === id)
    set({
      evmChainId: id,
      evmChainName: chain?.name ?? '',
      evmExplorerTx: chain === undefined ? '' : `${chain.transactionPage}{hash}`,
    })
  }

  return (
    <ServiceFrame
      label="Where works are recorded"
      form={form}
      testLabel="Test the recording"
      test={(body) => api.services.testRecording({ body })}
    >
      <fieldset disabled={kindsVariable !== undefined}>
        <legend>Where works are recorded</legend>
        <Checkbox.Group
          style={{ display: 'grid', gap: 4 }}
          options={anchorKinds.map((kind) => ({ value: kind, label: recordingLabels[kind] }))}
          value={values.kinds}
          onChange={(kinds) => set({ kinds })}
        />
        <p className="admin-small">
          {kindsVariable === undefined
            ? 'If you choose nothing, works are recorded in the way that the server was started with: manually, or on its own test chain. You can’t choose a test chain here.'
            : setByText(kindsVariable)}
        </p>
        {form.errorOf('kinds') !== undefined && <p role="alert">{form.errorOf('kinds')}</p>}
      </fieldset>
      {values.kinds.includes('evm') && (
        <>
          {variableOf('evmChainId') === undefined && (
            <SelectField
              label="Chain"
              value={isListed ? values.evmChainId : ''}
              options={chainOptions}
              onChange={chooseChain}
            />
          )}
          <div className={styles.pair}>
            <TextSetting form={form} name="evmChainId" />
            <TextSetting form={form} name="evmChainName" hint="As customers see it" />
          </div>
          <TextSetting
            form={form}
            name="evmExplorerTx"
            hint="With {hash} in it, such as https://etherscan.io/tx/{hash}"
          />
          <SecretSetting
            form={form}
            name="evmRpcUrls"
            hint="Their addresses (JSON-RPC), separated by commas. Two of different providers must agree. For a single node of your own, enter own:https://..."
          />
          <SecretSetting
            form={form}
            name="evmPrivateKey"
            hint="The key of the account that pays. To keep it out of the database, start the server with EVM_PRIVATE_KEY or EVM_PRIVATE_KEY_FILE."
          />
          <div className={styles.pair}>
            <TextSetting
              form={form}
              name="evmMaxFeeGwei"
              hint="In gwei per unit of gas. Leave it empty for 100."
            />
            <TextSetting
              form={form}
              name="evmDailyBudget"
              hint="In the chain’s coin. Leave it empty for 100 batches at the highest fee."
            />
          </div>
        </>
      )}
      {values.kinds.includes('opentimestamps') && (
        <TextSetting
          form={form}
          name="otsCalendars"
          hint="Their addresses, separated by commas. Leave it empty to use four public ones."
        />
      )}
      {values.kinds.includes('rfc3161') && (
        <TextSetting
          form={form}
          name="tsaUrls"
          hint="Their addresses (RFC 3161), at most four, separated by commas. If one does not sign, the next one is asked."
        />
      )}
    </ServiceFrame>
  )
}
