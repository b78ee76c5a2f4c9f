import * as v from 'valibot'
import { anchorStates } from '../anchors/anchor.ts'
import { endpoint } from '../http/endpoint.ts'
import { IsoDate, Sha256, Uuid } from '../ids.ts'
import { ProofAnchor, ProofStep } from './proof-schema.ts'

/** How far a proof is in public: `waiting` is not under a root yet, then as its furthest anchor. */
export const publicProofStates = ['waiting', ...anchorStates] as const
export type PublicProofState = (typeof publicProofStates)[number]

/**
 * A proof without what it is about: no name, no record, no salt. The commitment stands for them, so that anyone who has
 * the file can follow it to the root: SHA256(00 || fileSha256 || commitment) is the leaf.
 */
export const PublicProof = v.object({
  id: Uuid,
  sha256: Sha256,
  state: v.picklist(publicProofStates),
  /**
   * The file existed no later than this: the time of the earliest block that has the root, and two hours more where that is
   * of Bitcoin, whose clocks may be slow by so much. Null until one has.
   */
  existedNoLaterThan: v.nullable(IsoDate),
  /** That block is on a chain of one machine: a trial, which proves nothing to others. */
  isTrial: v.boolean(),
  commitment: Sha256,
  leaf: Sha256,
  /** Null until the leaf is under a root. */
  path: v.nullable(v.array(ProofStep)),
  root: v.nullable(Sha256),
  anchors: v.array(ProofAnchor),
})
export type PublicProof = v.InferOutput<typeof PublicProof>

/** Whether a fingerprint is recorded here: yes or no, and since when. Says nothing of whose it is. */
export const ProofLookup = v.object({
  sha256: Sha256,
  found: v.boolean(),
  /** As of the proof that is furthest; null where there is none. */
  state: v.nullable(v.picklist(publicProofStates)),
  existedNoLaterThan: v.nullable(IsoDate),
  /** The block that it goes by is on a chain of one machine: a trial, which proves nothing to others. */
  isTrial: v.boolean(),
})
export type ProofLookup = v.InferOutput<typeof ProofLookup>

/** The public calls about proofs: documented, for anyone's programs. */
export const proofEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/proofs/:id',
    access: 'public',
    params: v.object({ id: Uuid }),
    reply: PublicProof,
  }),
  lookUp: endpoint({
    method: 'GET',
    path: '/api/proofs',
    access: 'public',
    query: v.object({ sha256: Sha256 }),
    reply: ProofLookup,
  }),
}
