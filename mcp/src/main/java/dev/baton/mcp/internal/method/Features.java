package dev.baton.mcp.internal.method;

import dev.baton.mcp.internal.call.Call;
import dev.baton.mcp.internal.call.ClientQuestions;
import dev.baton.mcp.internal.task.Tasks;
import dev.baton.mcp.request.ServerObserver;

/** The parts of the server that serve methods, for the dispatch. */
public record Features(
    ToolMethods tools,
    PromptMethods prompts,
    ResourceMethods resources,
    CompletionMethods completions,
    TaskMethods taskMethods,
    Tasks tasks,
    Subscriptions subscriptions,
    ClientQuestions questions) {

  /** Describes a call to the observer; an unknown name is left out. */
  ServerObserver.Work work(Call call) {
    var name = call.params().path("name").asString("");
    var isKnown =
        switch (call.request().method()) {
          case "tools/call" -> tools.knows(name);
          case "prompts/get" -> prompts.knows(name);
          default -> false;
        };
    return new ServerObserver.Work(
        ServerObserver.Kind.REQUEST,
        call.request().method(),
        isKnown ? name : "",
        call.client(),
        call.owner(),
        call.request().meta());
  }
}
