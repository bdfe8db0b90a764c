import type { ModelView, ProviderView } from '../../../../src/contracts/index.ts';
import { Checkbox, FormDialog, TextField } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { asBox, useForm } from '../../lib/use-form.ts';
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
  readonly seesImages: boolean;
  readonly isActive: boolean;
}

const NUMBERS = ['window', 'output', 'priceIn', 'priceOut'] as const;
type NumberField = (typeof NUMBERS)[number];

/** Enters a model by the provider's name of it, or says what one holds and costs. */
export function ModelDialog({ provider, model, onClose }: ModelDialogProps) {
  const t = useText(modelWords);
  const save = useModelChange((filled: Form) => send(filled, { provider, model }), onClose);
  const { field, submit } = useForm<Form>({
    initial: () => formOf(model),
    wrongFields,
    onSubmit: save.mutate,
  });
  const number = (name: NumberField) =>
    ({ ...field(name, t.numberWrong), inputMode: 'decimal' }) as const;
  return (
    <FormDialog
      title={model === null ? `${t.addModel}: ${provider.name}` : t.editOf(model.name)}
      isNew={model === null}
      isPending={save.isPending}
      error={save.error}
      onClose={onClose}
      onSubmit={submit}
    >
      {model === null && (
        <TextField {...field('modelId', t.nameWrong)} label={t.modelId} isRequired mono />
      )}
      <TextField {...field('name')} label={t.name} />
      <TextField {...number('window')} label={t.windowField} help={t.windowHelp} />
      <TextField {...number('output')} label={t.output} />
      <TextField {...number('priceIn')} label={t.priceIn} help={t.priceHelp} />
      <TextField {...number('priceOut')} label={t.priceOut} help={t.priceHelp} />
      <Checkbox {...asBox(field('seesImages'))}>{t.seesImages}</Checkbox>
      <Checkbox {...asBox(field('isActive'))}>{t.active}</Checkbox>
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
    seesImages: model?.seesImages ?? false,
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

function wrongFields(form: Form): readonly (keyof Form)[] {
  const read = numbersOf(form);
  return [
    ...(form.modelId.trim() === '' ? (['modelId'] as const) : []),
    ...NUMBERS.filter((field) => read[field] === undefined),
  ];
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
    seesImages: form.seesImages,
    isActive: form.isActive,
    ...(name === '' ? {} : { name }),
  };
  return model === null
    ? modelApi.addModel(provider.uid, { ...fields, modelId: form.modelId.trim() })
    : modelApi.changeModel(model.uid, fields);
}
