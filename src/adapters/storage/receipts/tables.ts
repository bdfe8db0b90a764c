/** Requests that are carried out once. Times in milliseconds. */
export interface ReceiptsTables {
  request_receipt: RequestReceiptTable;
}

export interface RequestReceiptTable {
  user_id: string;
  key: string;
  digest: string;
  ticket: string;
  begun_at_ms: number;
  is_done: number;
  reference: string | null;
}
