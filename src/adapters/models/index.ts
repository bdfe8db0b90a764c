export { createChecklistModel } from './checklist/checklist-model.ts';
export { createChatModels, DEFAULT_MODEL } from './chat-models.ts';
