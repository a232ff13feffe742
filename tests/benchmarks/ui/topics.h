#pragma once

namespace bench {

// One function for each row of figures.cpp, in its order.
void measureStart();
void measureIdle();
void measureStop();
void measureNextTurn();
void measureSamePicture();
void measureBranches();
void measureLongConversation();
void measureManyConversations();
void measureStreaming();
void measureTwoChats();
void measurePrompt();
void measureLongAnswer();
void measureModels();
void measureCaptions();
void measureIndexing();
void measureCapture();

} // namespace bench
