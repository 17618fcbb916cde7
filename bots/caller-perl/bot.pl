# Never folds and never raises: checks, calls or makes the lowest bet, stands pat, arranges its cards by rank.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Arena;

sub place { my ($rank, $suit) = split //, shift; 4 * index('23456789TJQKA', $rank) + index('cdhs', $suit) }

sub decide {
    my ($legal, $view) = @{$_[0]}{qw(legal view)};
    return {kind => 'check'} if $legal->{check};
    return {kind => 'call'} if exists $legal->{call};
    return {kind => 'raise', to => $legal->{raise_to}[0]} if $legal->{raise_to};
    my @cards = @{$view->{cards} // []};
    return {kind => 'discard', cards => [@cards[0 .. $legal->{discard}[0] - 1]]} if $legal->{discard};
    if ($legal->{arrange}) {
        @cards = sort { place($a) <=> place($b) } @cards;
        return {kind => 'arrange', packets => [map { [splice @cards, 0, 5] } 1 .. 5]};
    }
    return {kind => 'fold'};
}

Arena::run('caller-perl', \&decide);
