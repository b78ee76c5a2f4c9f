import { saveFile } from './save-file.ts'
import styles from './ChosenFile.module.css'

/** The customer has the files, but the proof is for the ZIP, which exists only here. */
export function MadeZip({ zip }: { zip: File }) {
  return (
    <p className={styles.note}>
      We created this ZIP in your browser and saved it to your downloads. Keep it: the proof is for this exact
      file.{' '}
      <button type="button" className={styles.inlineLink} onClick={() => saveFile(zip)}>
        Save it again
      </button>
    </p>
  )
}
