/** People: who may sign in, their groups, grants and content rights. */
export interface PeopleTables {
  person: PersonTable;
}

export interface PersonTable {
  user_id: string;
}
