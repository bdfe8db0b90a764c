import type { TaskInput, TaskView, WriteTask } from '../../../../src/contracts/index.ts';

export interface TaskForm extends WriteTask {
  readonly identifier: string;
}

export const EMPTY_TASK: TaskForm = {
  identifier: '',
  name: '',
  description: '',
  category: 'content',
  configurationUid: null,
  promptTemplate: '',
  inputs: [],
  outputFormat: 'markdown',
  isActive: true,
};

/** What of a task is edited. */
export function formOf(task: TaskView): TaskForm {
  return {
    identifier: task.identifier,
    name: task.name,
    description: task.description,
    category: task.category,
    configurationUid: task.configurationUid,
    promptTemplate: task.promptTemplate,
    inputs: task.inputs,
    outputFormat: task.outputFormat,
    isActive: task.isActive,
  };
}

/** A further field, with a name no other has. */
export function withField(inputs: readonly TaskInput[]): TaskInput[] {
  const names = inputs.map(({ name }) => name);
  let number = inputs.length + 1;
  while (names.includes(`field_${String(number)}`)) number += 1;
  const name = `field_${String(number)}`;
  return [...inputs, { name, label: '', kind: 'text', required: true, options: [] }];
}
