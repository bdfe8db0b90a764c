export { createChecklistModel } from './checklist/checklist-model.ts';
export { CHECK_IDS, type CheckId } from './checklist/checks.ts';
export { findings, pageRules } from './checklist/findings.ts';
export { chance, createChatModels, DEFAULT_MODEL } from './chat-models.ts';
export { createProviderAccess } from './provider-access.ts';
