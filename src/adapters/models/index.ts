export { createChecklistModel } from './checklist/checklist-model.ts';
