import { IconButton, useToast } from '../../components/index.ts';

interface CopyValueProps {
  readonly value: string;
  /** What of it is shown. */
  readonly shown: string;
  readonly label: string;
  readonly done: string;
}

/** A long value in short, and a button that copies all of it. */
export function CopyValue({ value, shown, label, done }: CopyValueProps) {
  const toast = useToast();
  return (
    <span className="v-copy">
      <span className="v-mono" title={value}>
        {shown}
      </span>
      <IconButton
        icon="copy"
        label={label}
        onPress={() => {
          void navigator.clipboard.writeText(value).then(() => {
            toast(done);
          });
        }}
      />
    </span>
  );
}

/** The ends of a fingerprint, enough to compare two by eye. */
export function shortFingerprint(fingerprint: string): string {
  return `${fingerprint.slice(0, 8)}…${fingerprint.slice(-4)}`;
}
