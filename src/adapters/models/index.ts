export { createChecklistModel } from './checklist/checklist-model.ts';
export { createChatModels } from './chat-models.ts';
