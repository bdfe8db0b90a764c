export { AppError, errorOf, isAppError, orThrow, type Refusal } from './errors.ts';
export type { Broadcast } from './broadcast.ts';
export { systemClock, type Clock } from './clock.ts';
export { systemIds, uuidV7, type Ids } from './ids.ts';
export { sha256Hex } from './digest.ts';
export { canonicalJson, type Json } from './canonical-json.ts';
export { byteLength, excerpt, identifierFor, normaliseLineEnds, singleLine } from './text.ts';
export { remembered } from './remembered.ts';
export { UNSEEN } from './unseen.ts';
export { keptToGiveAgain } from './kept-secret.ts';
export { isSecretName, maskEmails, maskSecrets } from './secrets.ts';
export type { Sealer } from './sealer.ts';
export {
  withNew,
  type Accompanied,
  type AccompaniedNew,
  type Alongside,
  type Transaction,
  type Transactions,
} from './transaction.ts';
export {
  createReceipts,
  receiptVerdict,
  type Receipt,
  type ReceiptGuard,
  type Receipts,
  type ReceiptStore,
} from './receipts.ts';
export { createMemoryTransactions, onRollback } from './memory-transactions.ts';
export {
  addressKind,
  mayConnect,
  type AddressKind,
  type PrivateAddresses,
} from './address-guard.ts';
