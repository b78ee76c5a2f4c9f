/** A download of an order. */
interface OrderFile {
  /** The path of the download. */
  path: string
  name: string
  /** What it is for. */
  text: string
}

/** The downloads for anyone with an order's key. */
export function orderFiles(key: string): OrderFile[] {
  return [
    {
      path: `/api/orders/${key}/evidence.zip`,
      name: 'Download the evidence',
      text: 'ZIP. Everything needed to check it without us: the certificate, the proof, and a page that works offline.',
    },
    {
      path: `/api/orders/${key}/certificate.pdf`,
      name: 'Certificate',
      text: 'PDF. To print or send. It says what is proven and what isn’t.',
    },
    {
      path: `/api/orders/${key}/proof.json`,
      name: 'Proof',
      text: 'JSON. Machine-readable.',
    },
  ]
}
