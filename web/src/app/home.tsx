import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { Loading } from '../components/index.ts';
import { queries, useMe } from '../lib/queries.ts';
import { needsFirstApproval } from '../lib/approved.ts';

/** Where signing in leads: the pages; an administrator of a fresh installation first reads and approves a process. */
export function Home() {
  const { isAdministrator } = useMe();
  const skills = useQuery({ ...queries.skills(), enabled: isAdministrator });
  if (isAdministrator && skills.isPending) return <Loading lines={6} />;
  if (skills.data !== undefined && needsFirstApproval(skills.data)) {
    return <Navigate to="/first-run" replace />;
  }
  return <Navigate to="/pages" replace />;
}
