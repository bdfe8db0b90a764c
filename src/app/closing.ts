interface Closable {
  close(): Promise<void> | void;
}

/** What was opened, and how to close it again. */
export interface Closing {
  /** To be closed before everything that was added earlier. */
  add(part: Closable): void;
  /** Closes everything, the last first; a failure does not keep the rest open and is thrown at the end. */
  close(): Promise<void>;
}

export function createClosing(): Closing {
  const opened: Closable[] = [];
  return {
    add: (part) => {
      opened.push(part);
    },
    close: async () => {
      const failures: unknown[] = [];
      for (let next = opened.pop(); next !== undefined; next = opened.pop()) {
        try {
          await next.close();
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
