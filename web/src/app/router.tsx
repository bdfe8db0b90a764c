import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { Entry } from './entry.tsx';
import { ErrorPage } from './error-page.tsx';
import { Gate } from './gate.tsx';
import { Home } from './home.tsx';
import { NotFound } from './not-found.tsx';
import { Splash } from './splash.tsx';
import { Root } from './root.tsx';
import { Shell } from './shell.tsx';

/** Every screen is fetched when it is first opened. */
const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <Splash />,
    children: [
      {
        element: <Entry />,
        children: [
          {
            path: '/sign-in',
            lazy: async () => ({
              Component: (await import('../features/session/sign-in-screen.tsx')).SignInScreen,
            }),
          },
          {
            path: '/setup',
            lazy: async () => ({
              Component: (await import('../features/session/set-up-screen.tsx')).SetUpScreen,
            }),
          },
          {
            path: '/password',
            lazy: async () => ({
              Component: (await import('../features/people/password-screen.tsx')).PasswordScreen,
            }),
          },
        ],
      },
      {
        element: <Gate />,
        children: [
          {
            element: <Entry />,
            children: [
              {
                path: '/first-run',
                lazy: async () => ({
                  Component: (await import('../features/first-run/first-run-screen.tsx'))
                    .FirstRunScreen,
                }),
              },
            ],
          },
          {
            path: '/embed/sign-in',
            lazy: async () => ({
              Component: (await import('../embed/grant-screen.tsx')).GrantScreen,
            }),
          },
          {
            path: '/embed/window',
            lazy: async () => ({
              Component: (await import('../embed/window-screen.tsx')).WindowScreen,
            }),
          },
          {
            element: <Shell />,
            children: [
              { path: '/', element: <Home /> },
              {
                path: '/pages/:uid?',
                lazy: async () => ({
                  Component: (await import('../features/pages/pages-screen.tsx')).PagesScreen,
                }),
              },
              {
                path: '/tours',
                lazy: async () => ({
                  Component: (await import('../features/tours/tours-screen.tsx')).ToursScreen,
                }),
              },
              {
                path: '/tours/new',
                lazy: async () => ({
                  Component: (await import('../features/tours/new-tour-screen.tsx')).NewTourScreen,
                }),
              },
              {
                path: '/tours/:uuid',
                lazy: async () => ({
                  Component: (await import('../features/tours/tour-screen.tsx')).TourScreen,
                }),
              },
              {
                path: '/open-points',
                lazy: async () => ({
                  Component: (await import('../features/open-points/open-points-screen.tsx'))
                    .OpenPointsScreen,
                }),
              },
              {
                path: '/runs',
                lazy: async () => ({
                  Component: (await import('../features/runs/runs-screen.tsx')).RunsScreen,
                }),
              },
              {
                path: '/runs/:uuid',
                lazy: async () => ({
                  Component: (await import('../features/runs/inspector-screen.tsx'))
                    .InspectorScreen,
                }),
              },
              {
                path: '/inbox',
                lazy: async () => ({
                  Component: (await import('../features/inbox/inbox-screen.tsx')).InboxScreen,
                }),
              },
              {
                path: '/tasks',
                lazy: async () => ({
                  Component: (await import('../features/tasks/tasks-screen.tsx')).TasksScreen,
                }),
              },
              {
                path: '/tasks/new',
                lazy: async () => ({
                  Component: (await import('../features/tasks/edit-task-screen.tsx')).NewTaskScreen,
                }),
              },
              {
                path: '/tasks/answers/:uuid',
                lazy: async () => ({
                  Component: (await import('../features/tasks/latest-answers.tsx')).AnswerScreen,
                }),
              },
              {
                path: '/tasks/:uid',
                lazy: async () => ({
                  Component: (await import('../features/tasks/run-task-screen.tsx')).RunTaskScreen,
                }),
              },
              {
                path: '/tasks/:uid/edit',
                lazy: async () => ({
                  Component: (await import('../features/tasks/edit-task-screen.tsx'))
                    .EditTaskScreen,
                }),
              },
              {
                path: '/account',
                lazy: async () => ({
                  Component: (await import('../features/people/account-screen.tsx')).AccountScreen,
                }),
              },
              {
                path: '/administration',
                lazy: async () => ({
                  Component: (await import('../features/skills/administration-screen.tsx'))
                    .AdministrationScreen,
                }),
                children: [
                  { index: true, element: <Navigate to="/administration/skills" replace /> },
                  {
                    path: 'skills',
                    lazy: async () => ({
                      Component: (await import('../features/skills/skills-screen.tsx'))
                        .SkillsScreen,
                    }),
                    children: [
                      {
                        index: true,
                        lazy: async () => ({
                          Component: (await import('../features/skills/skills-screen.tsx'))
                            .NoSkillChosen,
                        }),
                      },
                      {
                        path: 'new',
                        lazy: async () => ({
                          Component: (await import('../features/skills/new-skill-screen.tsx'))
                            .NewSkillScreen,
                        }),
                      },
                      {
                        path: ':uid',
                        lazy: async () => ({
                          Component: (await import('../features/skills/review-screen.tsx'))
                            .ReviewScreen,
                        }),
                      },
                      {
                        path: ':uid/edit',
                        lazy: async () => ({
                          Component: (await import('../features/skills/edit-screen.tsx'))
                            .EditScreen,
                        }),
                      },
                      {
                        path: ':uid/history',
                        lazy: async () => ({
                          Component: (await import('../features/skills/history-screen.tsx'))
                            .HistoryScreen,
                        }),
                      },
                    ],
                  },
                  {
                    path: 'sources',
                    lazy: async () => ({
                      Component: (await import('../features/skills/sources-screen.tsx'))
                        .SourcesScreen,
                    }),
                  },
                  {
                    path: 'mcp',
                    lazy: async () => ({
                      Component: (await import('../features/mcp/mcp-screen.tsx')).McpScreen,
                    }),
                  },
                  {
                    path: 'webhooks',
                    lazy: async () => ({
                      Component: (await import('../features/webhooks/webhooks-screen.tsx'))
                        .WebhooksScreen,
                    }),
                  },
                  {
                    path: 'people',
                    lazy: async () => ({
                      Component: (await import('../features/people/people-screen.tsx'))
                        .PeopleScreen,
                    }),
                  },
                  {
                    path: 'models',
                    lazy: async () => ({
                      Component: (await import('../features/models/models-screen.tsx'))
                        .ModelsScreen,
                    }),
                  },
                  {
                    path: 'playground',
                    lazy: async () => ({
                      Component: (await import('../features/playground/playground-screen.tsx'))
                        .PlaygroundScreen,
                    }),
                  },
                  {
                    path: 'governance',
                    lazy: async () => ({
                      Component: (await import('../features/governance/governance-screen.tsx'))
                        .GovernanceScreen,
                    }),
                  },
                  {
                    path: 'settings',
                    lazy: async () => ({
                      Component: (await import('../features/settings/settings-screen.tsx'))
                        .SettingsScreen,
                    }),
                  },
                  {
                    path: 'usage',
                    lazy: async () => ({
                      Component: (await import('../features/usage/usage-screen.tsx')).UsageScreen,
                    }),
                  },
                  {
                    path: 'tools',
                    lazy: async () => ({
                      Component: (await import('../features/tools/tools-screen.tsx')).ToolsScreen,
                    }),
                  },
                  {
                    path: 'snippets',
                    lazy: async () => ({
                      Component: (await import('../features/snippets/snippets-screen.tsx'))
                        .SnippetsScreen,
                    }),
                    children: [
                      {
                        index: true,
                        lazy: async () => ({
                          Component: (await import('../features/snippets/snippets-screen.tsx'))
                            .NoSnippetChosen,
                        }),
                      },
                      {
                        path: 'new',
                        lazy: async () => ({
                          Component: (await import('../features/snippets/snippet-editor.tsx'))
                            .NewSnippetScreen,
                        }),
                      },
                      {
                        path: 'uses',
                        lazy: async () => ({
                          Component: (await import('../features/snippets/uses-screen.tsx'))
                            .SnippetUsesScreen,
                        }),
                      },
                      {
                        path: ':uid',
                        lazy: async () => ({
                          Component: (await import('../features/snippets/snippet-screen.tsx'))
                            .SnippetScreen,
                        }),
                      },
                      {
                        path: ':uid/edit',
                        lazy: async () => ({
                          Component: (await import('../features/snippets/snippet-editor.tsx'))
                            .EditSnippetScreen,
                        }),
                      },
                      {
                        path: ':uid/history',
                        lazy: async () => ({
                          Component: (
                            await import('../features/snippets/snippet-history-screen.tsx')
                          ).SnippetHistoryScreen,
                        }),
                      },
                    ],
                  },
                  {
                    path: 'attachments',
                    lazy: async () => ({
                      Component: (await import('../features/skills/attachments-screen.tsx'))
                        .AttachmentsScreen,
                    }),
                  },
                  {
                    path: 'audit',
                    lazy: async () => ({
                      Component: (await import('../features/skills/audit-screen.tsx')).AuditScreen,
                    }),
                  },
                ],
              },
              { path: '*', element: <NotFound /> },
            ],
          },
        ],
      },
    ],
  },
];

export function createRouter() {
  return createBrowserRouter(routes);
}
