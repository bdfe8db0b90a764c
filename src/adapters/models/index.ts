export { createChecklistModel } from './checklist/checklist-model.ts';
export { chance, createChatModels, DEFAULT_MODEL } from './chat-models.ts';
export { createProviderAccess } from './provider-access.ts';
