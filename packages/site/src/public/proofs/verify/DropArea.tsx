import button from '../../platform/layout/button.module.css'
import { chosenFiles, droppedFiles, type InputFile } from './chosen-files.ts'

/** The id of the verifier's file input, which also holds files that are chosen before hydration. */
export const verifyInputId = 'verify-files'

/** Takes dropped or chosen files. Uses no hooks, because verify.html renders it without React. */
export function DropArea({ onFiles }: { onFiles: (files: InputFile[]) => void }) {
  return (
    <div
      className="verify-drop"
      data-drop
      onDragEnter={({ currentTarget }) => currentTarget.setAttribute('data-over', '')}
      onDragOver={(drag) => drag.preventDefault()}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
        if (!isInside) currentTarget.removeAttribute('data-over')
      }}
      onDrop={(drag) => {
        drag.preventDefault()
        drag.currentTarget.removeAttribute('data-over')
        void droppedFiles(drag.dataTransfer).then(onFiles)
      }}
    >
      <input
        id={verifyInputId}
        type="file"
        multiple
        hidden
        autoComplete="off"
        onChange={({ currentTarget }) => {
          const files = chosenFiles(currentTarget.files)
          // So that the same file can be chosen again.
          currentTarget.value = ''
          onFiles(files)
        }}
      />
      <p className="verify-drop-title">Drop the file and its proof here</p>
      <button
        type="button"
        className={button.primary}
        data-opens={verifyInputId}
        onClick={() => document.getElementById(verifyInputId)?.click()}
      >
        Choose files
      </button>
      <p className="verify-drop-note">
        A proof.json, an evidence ZIP or any .ots file, together or one by one, in any order. Nothing is
        uploaded.
      </p>
    </div>
  )
}
