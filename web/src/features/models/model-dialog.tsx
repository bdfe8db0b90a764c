import { useState } from 'react';
import type { ModelView, ProviderView } from '../../../../src/contracts/index.ts';
import { Checkbox, TextField } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { FormDialog } from './form-dialog.tsx';
import { shownNumber, typedCount, typedNumber } from './model-form.ts';
import { modelApi, useModelChange } from './model-queries.ts';
import { modelWords } from './words.ts';

interface ModelDialogProps {
  readonly provider: ProviderView;
  /** `null`: a new one is added by its name. */
  readonly model: ModelView | null;
  readonly onClose: () => void;
}

interface Form {
  readonly modelId: string;
  readonly name: string;
  readonly window: string;
  readonly output: string;
  readonly priceIn: string;
  readonly priceOut: string;
  readonly isActive: boolean;
}

type NumberField = 'window' | 'output' | 'priceIn' | 'priceOut';

/** Enters a model by the provider's name of it, or says what one holds and costs. */
export function ModelDialog({ provider, model, onClose }: ModelDialogProps) {
  const t = useText(modelWords);
  const [form, setForm] = useState<Form>(() => formOf(model));
  const [isTried, setTried] = useState(false);
  const read = numbersOf(form);
  const save = useModelChange((filled: Form) => send(filled, { provider, model }), onClose);
  const change = (changes: Partial<Form>) => {
    setForm((before) => ({ ...before, ...changes }));
  };
  const isComplete =
    form.modelId.trim() !== '' && Object.values(read).every((value) => value !== undefined);
  const numberField = (field: NumberField, label: string, help?: string) => (
    <TextField
      label={label}
      inputMode="decimal"
      value={form[field]}
      onChange={(value) => {
        change({ [field]: value });
      }}
      {...(help === undefined ? {} : { help })}
      error={isTried && read[field] === undefined ? t.numberWrong : undefined}
    />
  );
  return (
    <FormDialog
      title={model === null ? `${t.addModel}: ${provider.name}` : t.editOf(model.name)}
      isNew={model === null}
      isPending={save.isPending}
      error={save.error}
      onClose={onClose}
      onSubmit={() => {
        setTried(true);
        if (isComplete) save.mutate(form);
      }}
    >
      {model === null && (
        <TextField
          label={t.modelId}
          isRequired
          mono
          value={form.modelId}
          onChange={(modelId) => {
            change({ modelId });
          }}
          {...(isTried && form.modelId.trim() === '' ? { isInvalid: true } : {})}
        />
      )}
      <TextField
        label={t.name}
        value={form.name}
        onChange={(name) => {
          change({ name });
        }}
      />
      {numberField('window', t.windowField, t.windowHelp)}
      {numberField('output', t.output)}
      {numberField('priceIn', t.priceIn, t.priceHelp)}
      {numberField('priceOut', t.priceOut, t.priceHelp)}
      <Checkbox
        checked={form.isActive}
        onChange={(isActive) => {
          change({ isActive });
        }}
      >
        {t.active}
      </Checkbox>
    </FormDialog>
  );
}

function formOf(model: ModelView | null): Form {
  return {
    modelId: model?.modelId ?? '',
    name: model?.name ?? '',
    window: shownNumber(model?.contextWindowTokens ?? null),
    output: shownNumber(model?.maxOutputTokens ?? null),
    priceIn: shownNumber(model?.inputCentsPerMillion ?? null),
    priceOut: shownNumber(model?.outputCentsPerMillion ?? null),
    isActive: model?.isActive ?? true,
  };
}

function numbersOf(form: Form): Readonly<Record<NumberField, number | null | undefined>> {
  return {
    window: typedCount(form.window),
    output: typedCount(form.output),
    priceIn: typedNumber(form.priceIn),
    priceOut: typedNumber(form.priceOut),
  };
}

function send(
  form: Form,
  { provider, model }: { readonly provider: ProviderView; readonly model: ModelView | null },
): Promise<unknown> {
  const read = numbersOf(form);
  const name = form.name.trim();
  const fields = {
    contextWindowTokens: read.window ?? null,
    maxOutputTokens: read.output ?? null,
    inputCentsPerMillion: read.priceIn ?? null,
    outputCentsPerMillion: read.priceOut ?? null,
    isActive: form.isActive,
    ...(name === '' ? {} : { name }),
  };
  return model === null
    ? modelApi.addModel(provider.uid, { ...fields, modelId: form.modelId.trim() })
    : modelApi.changeModel(model.uid, fields);
}
